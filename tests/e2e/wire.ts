import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** A TCP proxy between the browser and the server whose connections can be cut and restored. */
export type Wire = {
  /** The URL of the server through this proxy. */
  readonly url: string
  cut(this: void): void
  mend(this: void): void
  /** Requests still reach the server, but open connections deliver no more answers. */
  deafen(this: void): void
  close(this: void): Promise<void>
}

export async function openWire(serverUrl: string): Promise<Wire> {
  const { port, hostname } = new URL(serverUrl)
  const ends = new Set<Socket>()
  const servers = new Set<Socket>()
  let isCut = false
  function join(from: Socket, to: Socket): void {
    ends.add(from)
    from.on('error', () => to.destroy())
    from.on('close', () => {
      ends.delete(from)
      to.destroy()
    })
    from.pipe(to)
  }
  const proxy = createServer((browser) => {
    if (isCut) {
      browser.destroy()
      return
    }
    const server = connect(Number(port), hostname)
    servers.add(server)
    server.on('close', () => servers.delete(server))
    join(browser, server)
    join(server, browser)
  })
  await new Promise<void>((done) => proxy.listen(0, '127.0.0.1', done))
  const cut = () => {
    isCut = true
    for (const end of ends) end.destroy()
  }
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    cut,
    mend: () => {
      isCut = false
    },
    deafen: () => {
      for (const server of servers) {
        server.unpipe()
        server.resume()
      }
    },
    close: () => {
      cut()
      return new Promise((done) => proxy.close(() => done()))
    },
  }
}

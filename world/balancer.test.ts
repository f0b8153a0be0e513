import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { setTimeout as rest } from 'node:timers/promises'
import { freePort } from '@mex/server/testing.ts'
import { findHaproxy, howToInstall, openBalancer } from './balancer.ts'

const program = await findHaproxy()
const skip = program === undefined ? howToInstall : false

async function openServer(context: TestContext, answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  context.after(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('calls go to servers that are ready, and to any while none is ready in time', { skip }, async (context) => {
  const folder = await mkdtemp(join(tmpdir(), 'mex-balancer-'))
  context.after(() => rm(folder, { recursive: true, force: true }))
  let isSlow = false
  const slow = await openServer(context, ({ url }, response) => {
    if (url !== '/readyz') response.end('slow')
    else setTimeout(() => response.end(), isSlow ? 3000 : 0)
  })
  const stopping = await openServer(context, ({ url }, response) => {
    response.writeHead(url === '/readyz' ? 503 : 200).end('stopping')
  })
  const servers = [slow, stopping]
  const balancer = await openBalancer({ program: program ?? '', folder, port: await freePort(), servers })
  context.after(() => balancer.close())
  const answers = async (): Promise<readonly string[]> => {
    const texts: string[] = []
    for (let call = 0; call < 4; call += 1) {
      const answer = await fetch(balancer.url)
      texts.push(answer.ok ? await answer.text() : String(answer.status))
    }
    return [...new Set(texts)].toSorted()
  }
  const sees = async (expected: readonly string[]): Promise<void> => {
    for (let look = 0; look < 40 && String(await answers()) !== String(expected); look += 1) await rest(100)
    assert.deepEqual(await answers(), expected)
  }
  await sees(['slow'])
  isSlow = true
  await sees(['slow', 'stopping'])
})

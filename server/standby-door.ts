import fastify from 'fastify'

export type StandbyDoor = { close(this: void): Promise<void> }

/**
 * What a server answers while it stands by: that it lives, and that it is not ready, so a balancer sends it nothing. Whoever comes
 * all the same gets 503, and repeats the request with its idempotency key. No request is read beyond its headers.
 */
export async function openStandbyDoor(address: { readonly host: string; readonly port: number }): Promise<StandbyDoor> {
  const app = fastify({ forceCloseConnections: true })
  app.addHook('onRequest', async (request, reply) => {
    void reply.header('cache-control', 'no-store').header('connection', 'close')
    if (request.url === '/healthz') return reply.send({ alive: true })
    return reply.code(503).header('retry-after', '1').send({ standby: true })
  })
  await app.listen(address)
  return { close: () => app.close() }
}

import { imagePath } from '@mex/contract/files/fields.ts'
import { present } from '@mex/core/assert.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { Outcome } from '#call-outcome.ts'
import { failed, refused } from './envelope.ts'
import { admitCaller, languageOf, requestFields, type Subject } from './admission.ts'
import { failure, type Routes } from './routes.ts'

/** The picture with this id; undefined if it does not exist or the user may not see it. */
export type ImageOf = (userId: number, id: string) => Promise<Uint8Array | undefined>

/** The browser shows a picture without running or caching anything, under a file name that its uploader did not choose. */
const pictureHeaders = {
  'content-type': 'image/jpeg',
  'content-disposition': 'inline; filename="picture.jpg"',
  'content-security-policy':
    "default-src 'none'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'cache-control': 'private, no-store',
} as const

/**
 * Serves users their own pictures. Not a call of the contract, because a success is not an envelope; an error is the same
 * envelope that calls answer with.
 */
export function serveImages(app: FastifyInstance, routes: Routes & { readonly imageOf: ImageOf }): void {
  app.get('/file/:id', async (request, reply) => {
    const subject: Subject = { user: undefined }
    try {
      return await sendImage(request, reply, routes, subject)
    } catch (error) {
      const { status, envelope } = failure(routes, pictures, request, error)
      return reply.code(status).send(envelope)
    }
  })
}

const pictures = { path: '/file/{id}', who: 'user' } as const

type Parts = Routes & { readonly imageOf: ImageOf }

async function sendImage(
  request: FastifyRequest,
  reply: FastifyReply,
  routes: Parts,
  subject: Subject,
): Promise<FastifyReply> {
  const language = languageOf(request)
  const note = (outcome: Outcome): void =>
    routes.note({ ...requestFields(pictures, request), outcome, user: subject.user })
  const fail = (code: 404 | 503): FastifyReply => reply.code(code).send(failed(code, language, routes.traditional))
  if (!routes.open()) return fail(503)
  const caller = await admitCaller(routes, pictures, request, subject)
  if ('status' in caller) {
    note(caller.outcome)
    return reply.code(caller.status).send(caller.envelope)
  }
  const { userId } = present(caller.person, 'a caller of calls for persons')
  if (!(await routes.limiter(request, 'read', userId))) {
    note('too_many_requests')
    return reply.send(refused({ refused: 'too_many_requests' }, language, routes.traditional))
  }
  const { id } = request.params as { readonly id: string }
  const isAddress = z.safeParse(imagePath, `/file/${id}`).success
  const picture = isAddress ? await routes.imageOf(userId, id) : undefined
  if (picture !== undefined) return reply.headers(pictureHeaders).send(picture)
  note('no_such_picture')
  return fail(404)
}

import type { Handlers } from '@mex/contract/call.ts'
import type { calls } from '@mex/contract/areas.ts'
import { accepted, refuse } from '@mex/core/refusal.ts'
import type { Context, PersonContext } from '#context.ts'
import type { Files, Uploader } from './actions.ts'

/** A user who completes the registration uploads under the new account. */
const senderOf = ({ person, registering, network }: Context): Uploader => ({
  userId: (person ?? registering)?.userId,
  network,
})

/** The content of a data URL; its declared type is ignored. */
function contentOf(text: string): Buffer {
  const start = text.indexOf(',')
  const content = text.slice(start + 1)
  if (!text.startsWith('data:') || !text.slice(0, start).endsWith(';base64') || !/^[A-Za-z0-9+/]+=*$/.test(content))
    refuse('upload_failed', { field: 'file' })
  return Buffer.from(content, 'base64')
}

export function handlers(files: Files) {
  return {
    async upload({ file }, context) {
      const { path, size } = accepted(await files.upload(file, senderOf(context), context.now))
      return { path, name: file.name, size }
    },
    async uploadText({ file, name = '' }, context) {
      const { path } = accepted(await files.upload({ bytes: contentOf(file), name }, senderOf(context), context.now))
      return path
    },
  } satisfies Handlers<typeof calls.files, Context, PersonContext>
}

import fastifyMultipart from '@fastify/multipart'
import type { FormFile } from '@mex/contract/fields.ts'
import { refuse } from '@mex/core/refusal.ts'
import { settings } from '@mex/core/settings.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'

const { megabytesMax } = settings.upload
export const fileBytesMax = megabytesMax * 1024 * 1024
/** A file as the text of a form: base 64, with its signs escaped. */
const textBytesMax = Math.ceil(fileBytesMax * 1.55)
/** The parts of a form around its file. */
const frameBytes = 16 * 1024

export const formBodyBytesMax = textBytesMax + frameBytes

export const refuseTooLarge = (): never =>
  refuse('file_too_large', { field: 'file', values: { n: String(megabytesMax) } })

/** Lets the routes of this scope take forms, with a file or without, beside JSON. */
export async function readForms(scope: FastifyInstance): Promise<void> {
  await scope.register(fastifyMultipart, {
    throwFileSizeLimit: false,
    limits: {
      fileSize: fileBytesMax + 1,
      files: 1,
      fields: 10,
      parts: 11,
      fieldSize: textBytesMax,
      fieldNameSize: 100,
      headerPairs: 20,
    },
  })
  scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
    done(null, Object.fromEntries(new URLSearchParams(String(body))))
  })
}

/** The fields of a form. Its parts are read only now, after it is known that its sender may send it. */
export async function formFields(request: FastifyRequest): Promise<unknown> {
  if (!request.isMultipart()) return request.body
  if (Number(request.headers['content-length'] ?? 0) > formBodyBytesMax) refuseTooLarge()
  const fields: Record<string, unknown> = {}
  try {
    for await (const part of request.parts()) {
      if (part.type === 'field') fields[part.fieldname] = part.valueTruncated ? refuseTooLarge() : part.value
      else fields[part.fieldname] = { bytes: await part.toBuffer(), name: part.filename ?? '' } satisfies FormFile
    }
  } catch (error) {
    // A form that ends too early, or has too many parts: its sender's mistake.
    if (isFault(error)) refuse('upload_failed', { field: 'file' })
    throw error
  }
  return fields
}

const isFault = (error: unknown): boolean =>
  error instanceof Error &&
  (('statusCode' in error && typeof error.statusCode === 'number' && error.statusCode < 500) ||
    /multipart|boundary|part terminated|malformed|content-type/i.test(error.message))

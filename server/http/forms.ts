import { Busboy, type BusboyInstance } from '@fastify/busboy'
import type { FormFile } from '@mex/contract/files/fields.ts'
import { formFileBytesMax } from '@mex/contract/files/calls.ts'
import { Refused, refusal, type Refusal } from '@mex/core/refusal.ts'
import { settings } from '@mex/core/settings.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isSafeInput } from '#untrusted-input.ts'
import { receiveBody, receiveText, unreadable } from './bodies.ts'

const fieldsMost = 10

export const fileTooLarge = refusal('file_too_large', {
  field: 'file',
  values: { n: String(settings.upload.megabytesMax) },
})
const failed = refusal('upload_failed', { field: 'file' })

/** Makes the routes of this scope accept multipart and URL-encoded forms beside JSON. */
export function readForms(scope: FastifyInstance): void {
  scope.addContentTypeParser('multipart/form-data', readParts)
  scope.addContentTypeParser('application/x-www-form-urlencoded', async (request: FastifyRequest) => {
    const text = await receiveText(request)
    return text === undefined ? undefined : fieldsIn(text)
  })
}

/** Parses a URL-encoded form. Counts the fields before decoding any. */
function fieldsIn(text: string): Record<string, string> {
  if (text.split('&', fieldsMost + 1).length > fieldsMost) throw unreadable()
  const fields = Object.fromEntries(new URLSearchParams(text))
  if (!isSafeInput(fields)) throw unreadable()
  return fields
}

/** Parses a multipart form as a stream. Refuses: file_too_large, upload_failed. */
async function readParts(request: FastifyRequest): Promise<Record<string, unknown> | undefined> {
  const form = openForm(request)
  const isAdmitted = await receiveBody(request, (piece) => form.write(piece)).catch((error: unknown) => {
    form.abandon()
    throw error
  })
  if (!isAdmitted) return undefined
  return form.fields()
}

function openForm({ headers }: FastifyRequest) {
  const fields: Record<string, unknown> = {}
  let fault: Refusal | undefined
  /** The first fault is the answer; the parser gets no more input after it. */
  const note = (why: Refusal): void => void (fault ??= why)
  const parser = openParser(headers)
  parser.on('field', (name, value, _isNameCut, isCut) => {
    if (isCut) note(fileTooLarge)
    else if (!isSafeInput({ [name]: value })) note(failed)
    else fields[name] = value
  })
  parser.on('file', (name, stream, fileName: string | undefined) => {
    const pieces: Buffer[] = []
    stream.on('data', (piece: Buffer) => void pieces.push(piece))
    stream.on('error', () => note(failed))
    stream.on('end', () => {
      const file: FormFile = { bytes: Buffer.concat(pieces), name: fileName ?? '' }
      if (isSafeInput({ [name]: file.name })) fields[name] = file
      else note(failed)
    })
  })
  for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const) parser.on(limit, () => note(failed))
  const finished = new Promise<void>((resolve) => {
    parser.on('finish', resolve)
    parser.on('error', () => {
      note(failed)
      resolve()
    })
  })
  return {
    write: (piece: Buffer) => void (fault === undefined && parser.write(piece)),
    abandon: () => void parser.destroy(),
    async fields(): Promise<Record<string, unknown>> {
      if (fault === undefined) {
        parser.end()
        await finished
      }
      if (fault !== undefined) throw new Refused(fault)
      return fields
    },
  }
}

function openParser(headers: FastifyRequest['headers']): BusboyInstance {
  try {
    return new Busboy({
      headers: { ...headers, 'content-type': headers['content-type'] ?? '' },
      limits: {
        // One byte above the limit, so that a file of exactly the limit does not count as cut.
        fileSize: settings.upload.megabytesMax * 1024 * 1024 + 1,
        files: 1,
        fields: fieldsMost,
        parts: fieldsMost + 1,
        fieldSize: formFileBytesMax,
        fieldNameSize: 100,
        headerPairs: 20,
        headerSize: 16 * 1024,
      },
    })
  } catch {
    // The content type names no boundary.
    throw new Refused(failed)
  }
}

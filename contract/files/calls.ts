import { settings } from '@mex/core/settings.ts'
import * as z from 'zod/mini'

import { post } from '#call.ts'
import { fileName, formFile, formFileText } from './fields.ts'
import { maybe, request } from '#request.ts'
import { named, shape } from '#wire.ts'

/** A file as the text of a form: base 64, with its signs escaped. */
export const formFileBytesMax = Math.ceil(settings.upload.megabytesMax * 1024 * 1024 * 1.55)
/** The parts of a form around its file. */
const frameBytes = 16 * 1024
const bodyBytes = formFileBytesMax + frameBytes

export const files = {
  upload: post('/file/upload', {
    who: 'anyone',
    idempotency: 'natural',
    rate: 'upload',
    body: 'form',
    bodyBytes,
    about:
      'Takes a picture (JPEG, PNG or WebP); its address goes into the image field of another call, and shows it to its owner alone.',
    input: request({ file: formFile }),
    output: shape({
      /** `/file/…`: what image fields take. */
      path: named('url', z.string()),
      name: z.string(),
      /** Bytes of the picture as it is kept. */
      size: z.number(),
    }),
    refusals: ['file_too_large', 'upload_failed'],
  }),
  uploadText: post('/file/terms/upload', {
    who: 'onboarding',
    idempotency: 'natural',
    rate: 'upload',
    body: 'form',
    bodyBytes,
    answersIn: 'msg',
    about: 'The same for a picture written as a data URL; the address is the message of the answer.',
    input: request({
      file: formFileText,
      name: named('fileName', maybe(fileName)),
      /** Ignored: the content determines the type. */
      type: maybe(fileName),
    }),
    output: z.string(),
    refusals: ['file_too_large', 'upload_failed'],
  }),
}

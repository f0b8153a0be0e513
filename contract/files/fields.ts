import type { RefusalWord } from '@mex/core/refusal.ts'
import * as z from 'zod/mini'

import { storable, text } from '#fields.ts'
import { refusalWord } from '#wire.ts'

/** Files and the addresses of pictures in requests (specification, calls E and Q). */

/** A file of a form as it came, and the name that it had. */
export type FormFile = { readonly bytes: Uint8Array; readonly name: string }

const isFormFile = (given: unknown): given is FormFile =>
  typeof given === 'object' && given !== null && 'bytes' in given && given.bytes instanceof Uint8Array
/** The file of a form; JSON has none. Its content determines whether it is accepted. */
export const formFile = z.custom<FormFile>(isFormFile, { error: refusalWord('upload_failed') })
/** A file written as a data URL. */
export const formFileText = z.string({ error: refusalWord('upload_failed') })
/** The client's name of the file, returned only to its sender; it may contain invisible characters. */
export const fileName = text({ max: 200, pattern: storable })
/** The address of a picture that was handed in (specification, calls E); what no upload has answered counts as none. */
/* @__NO_SIDE_EFFECTS__ */
export const imagePathOr = (wrong: RefusalWord) =>
  text({ max: 100, pattern: /^\/file\/[A-Za-z0-9_-]{22}$/, missing: wrong, wrong })
export const imagePath = imagePathOr('missing_field')

import { isImageField, type IdentityField, type IdentityDocuments } from '@mex/core/kyc/identity-documents.ts'
import * as z from 'zod/mini'

import { storableFields } from '#data/storable-fields.ts'
import { readStored, writeStored } from '#data/storage.ts'

const draft = z.object({
  user: z.number(),
  attempt: z.number(),
  papers: z.record(z.string(), z.string()),
  chosen: z.array(z.string()),
})

/** Whose papers they are, and for which attempt: when the one before was handed in, 0 for the first. */
export type Owner = { readonly user: number; readonly attempt: number }

/** What was entered, and the fields for which a picture was chosen, whether it is still at hand or not. */
export type Draft = { readonly papers: IdentityDocuments; readonly chosen: readonly IdentityField[] }

const nothing: Draft = { papers: {}, chosen: [] }

/**
 * What somebody has entered so far on this device; pictures and other people's drafts are not among it. It outlives the
 * page, as no other draft does (`data/drafts.ts`): the form is the longest, and a telephone often throws the page away
 * while its camera takes the pictures that the form asks for.
 */
export function readDraft({ user, attempt }: Owner): Draft {
  try {
    const read = z.safeParse(draft, JSON.parse(readStored('paperDraft') ?? 'null'))
    if (!read.success) return nothing
    if (read.data.user !== user || read.data.attempt !== attempt) {
      // Whoever was here before is not coming back to it, nor does anybody to papers that were handed in.
      deleteDraft()
      return nothing
    }
    const chosen = read.data.chosen as readonly IdentityField[]
    return { papers: storableFields(read.data.papers), chosen: chosen.filter(isImageField) }
  } catch {
    return nothing
  }
}

export function saveDraft(owner: Owner, { papers, chosen }: Draft): void {
  writeStored('paperDraft', JSON.stringify({ ...owner, papers: storableFields(papers), chosen }))
}

export const deleteDraft = (): void => writeStored('paperDraft', undefined)

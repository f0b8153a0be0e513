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

/** The user and the attempt of a draft; an attempt is the time of the previous submission, 0 for the first. */
export type Owner = { readonly user: number; readonly attempt: number }

/** Entered values, and the fields for which a picture was chosen, even if it is lost. */
export type Draft = { readonly papers: IdentityDocuments; readonly chosen: readonly IdentityField[] }

const nothing: Draft = { papers: {}, chosen: [] }

/**
 * The stored draft of this user without pictures. Unlike other drafts (`data/drafts.ts`) it survives a reload: the form
 * is the longest, and a phone often discards the page while its camera takes the requested pictures.
 */
export function readDraft({ user, attempt }: Owner): Draft {
  try {
    const read = z.safeParse(draft, JSON.parse(readStored('paperDraft') ?? 'null'))
    if (!read.success) return nothing
    if (read.data.user !== user || read.data.attempt !== attempt) {
      // A draft of another user or of a submitted attempt is useless.
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

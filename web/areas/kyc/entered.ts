import { isImageField, type IdentityField, type IdentityDocuments } from '@mex/core/kyc/identity-documents.ts'

import { onLeft } from '#data/session.ts'
import { createStore } from '#data/store.ts'
import { forgetDraft, keepDraft, readDraft, type Draft, type Owner } from './draft.ts'

export type Errors = Readonly<Partial<Record<IdentityField, string>>>

/** The form as it stands, whichever of its pages is in view; with the pictures, which no reload outlives. */
export type Entered = Draft & { readonly owner: Owner; readonly errors: Errors }

/** Each page of the form is a screen of its own: what is entered lies beside them, until the papers are handed in. */
export const entered = createStore<Entered | undefined>(undefined)
onLeft(() => entered.set(undefined))

/** What is there of a person's attempt: as they left it, or `first` with what their device has kept of it. */
export function enteredBy(owner: Owner, first: IdentityDocuments): Entered {
  const kept = entered.get()
  if (kept?.owner.user === owner.user && kept.owner.attempt === owner.attempt) return kept
  const draft = readDraft(owner)
  return { owner, errors: {}, chosen: draft.chosen, papers: { ...first, ...draft.papers } }
}

const without = (errors: Errors, papers: IdentityDocuments): Errors =>
  Object.fromEntries(Object.entries(errors).filter(([field]) => !(field in papers)))

/** Adds to what was entered; an error goes with what it was about. */
export function fillIn(before: Entered, more: IdentityDocuments): Entered {
  const papers = { ...before.papers, ...more }
  const isTouched = (field: IdentityField): boolean => field in more && isImageField(field)
  const picked = (Object.keys(more) as IdentityField[]).filter((field) => isTouched(field) && papers[field] !== '')
  const chosen = [...before.chosen.filter((field) => !isTouched(field)), ...picked]
  const next = { ...before, papers, chosen, errors: without(before.errors, more) }
  entered.set(next)
  keepDraft(next.owner, next)
  return next
}

/** The pictures among these fields that were chosen before and are no longer at hand. */
export const lostPictures = ({ chosen, papers }: Entered, fields: readonly IdentityField[]): readonly IdentityField[] =>
  fields.filter((field) => chosen.includes(field) && (papers[field] ?? '') === '')

/** The papers are handed in, or no longer asked for. */
export function forgetEntered(): void {
  entered.set(undefined)
  forgetDraft()
}

import { isImageField, type IdentityField, type IdentityDocuments } from '@mex/core/kyc/identity-documents.ts'

import { onUserChange } from '#data/session.ts'
import { createStore } from '#data/store.ts'
import { deleteDraft, saveDraft, readDraft, type Draft, type Owner } from './draft.ts'

export type Errors = Readonly<Partial<Record<IdentityField, string>>>

/** The form as it stands, whichever of its pages is in view; with the pictures, which no reload outlives. */
export type FormState = Draft & { readonly owner: Owner; readonly errors: Errors }

/** Each page of the form is a screen of its own: what is entered lies beside them, until the papers are handed in. */
export const formState = createStore<FormState | undefined>(undefined)
onUserChange(() => formState.set(undefined))

/** What is there of a person's attempt: as they left it, or `first` with what their device has kept of it. */
export function loadFormState(owner: Owner, first: IdentityDocuments): FormState {
  const current = formState.get()
  if (current?.owner.user === owner.user && current.owner.attempt === owner.attempt) return current
  const draft = readDraft(owner)
  return { owner, errors: {}, chosen: draft.chosen, papers: { ...first, ...draft.papers } }
}

const without = (errors: Errors, papers: IdentityDocuments): Errors =>
  Object.fromEntries(Object.entries(errors).filter(([field]) => !(field in papers)))

/** Adds to what was entered; an error goes with what it was about. */
export function updateFormState(before: FormState, more: IdentityDocuments): FormState {
  const papers = { ...before.papers, ...more }
  const isTouched = (field: IdentityField): boolean => field in more && isImageField(field)
  const picked = (Object.keys(more) as IdentityField[]).filter((field) => isTouched(field) && papers[field] !== '')
  const chosen = [...before.chosen.filter((field) => !isTouched(field)), ...picked]
  const next = { ...before, papers, chosen, errors: without(before.errors, more) }
  formState.set(next)
  saveDraft(next.owner, next)
  return next
}

/** The pictures among these fields that were chosen before and are no longer at hand. */
export const lostPictures = (
  { chosen, papers }: FormState,
  fields: readonly IdentityField[],
): readonly IdentityField[] => fields.filter((field) => chosen.includes(field) && (papers[field] ?? '') === '')

/** The papers are handed in, or no longer asked for. */
export function clearFormState(): void {
  formState.set(undefined)
  deleteDraft()
}

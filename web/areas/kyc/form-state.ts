import { isImageField, type IdentityField, type IdentityDocuments } from '@mex/core/kyc/identity-documents.ts'

import { onUserChange } from '#data/session.ts'
import { createStore } from '#data/store.ts'
import { deleteDraft, saveDraft, readDraft, type Draft, type Owner } from './draft.ts'

export type Errors = Readonly<Partial<Record<IdentityField, string>>>

/** The state of the whole form over all its pages; pictures are lost at a reload. */
export type FormState = Draft & { readonly owner: Owner; readonly errors: Errors }

/** Each page of the form is a screen of its own, so the state is outside of them, until the documents are submitted. */
export const formState = createStore<FormState | undefined>(undefined)
onUserChange(() => formState.set(undefined))

/** The state of a user's attempt: the current one, or `first` with the stored draft. */
export function loadFormState(owner: Owner, first: IdentityDocuments): FormState {
  const current = formState.get()
  if (current?.owner.user === owner.user && current.owner.attempt === owner.attempt) return current
  const draft = readDraft(owner)
  return { owner, errors: {}, chosen: draft.chosen, papers: { ...first, ...draft.papers } }
}

const without = (errors: Errors, papers: IdentityDocuments): Errors =>
  Object.fromEntries(Object.entries(errors).filter(([field]) => !(field in papers)))

/** Adds entered values, clears the errors of their fields and stores the draft. */
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

/** The picture fields whose chosen picture was lost at a reload. */
export const lostPictures = (
  { chosen, papers }: FormState,
  fields: readonly IdentityField[],
): readonly IdentityField[] => fields.filter((field) => chosen.includes(field) && (papers[field] ?? '') === '')

/** Clears the state after the documents are submitted or no longer needed. */
export function clearFormState(): void {
  formState.set(undefined)
  deleteDraft()
}

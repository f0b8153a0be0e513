import { useState } from 'react'

import { storableFields } from './storable-fields.ts'
import { currentSession, onUserChange } from './session.ts'
import { saveForReload, takeSavedForReload } from './storage.ts'
import { useNavigation } from './use-navigation.ts'

type Fields = Readonly<Record<string, string | number>>

/** The drafts that the page saved before it reloaded itself. */
function draftsBeforeReload(): readonly [string, Draft][] {
  try {
    return JSON.parse(takeSavedForReload() ?? '[]') as readonly [string, Draft][]
  } catch {
    return []
  }
}

type Draft = { readonly person: number | undefined; readonly fields: Fields }

/** More than the number of forms that a user leaves half filled in. */
const draftsMax = 30
/**
 * Entered but unsent form values, oldest first. A reload by the user deletes them, because a transfer of last week that
 * is still in its form is easily sent by mistake; a reload by the page keeps them. Only identity documents are stored
 * longer (`areas/kyc/draft.ts`).
 */
const drafts = new Map<string, Draft>(draftsBeforeReload())
onUserChange(() => drafts.clear())
if (typeof window !== 'undefined') window.addEventListener('renewal', () => saveForReload(JSON.stringify([...drafts])))

/** The draft of one form in one history entry. */
export type FormDraft = {
  readonly read: () => Fields
  readonly keep: (values: Readonly<Record<string, unknown>>) => void
  readonly forget: () => void
}

const person = (): number | undefined => currentSession()?.user?.id

export function draftOf(entry: string, form: string): FormDraft {
  const name = `${entry} ${form}`
  return {
    read: () => {
      const draft = drafts.get(name)
      return draft === undefined || draft.person !== person() ? {} : draft.fields
    },
    keep: (values) => {
      drafts.delete(name)
      drafts.set(name, { person: person(), fields: storableFields(values) })
      const [oldest] = drafts.keys()
      if (drafts.size > draftsMax && oldest !== undefined) drafts.delete(oldest)
    },
    forget: () => void drafts.delete(name),
  }
}

/**
 * The draft of a form. Entered values come back when the user returns by Back, or signs in again after the session has
 * expired. A new visit of the same page starts empty.
 */
export function useDraft(form: string): FormDraft {
  const { entry } = useNavigation()
  const [draft] = useState(() => draftOf(entry, form))
  return draft
}

/** A state whose single value is kept as a draft. */
export function useDraftValue<Value extends string>(form: string, initial: Value): [Value, (next: Value) => void] {
  const draft = useDraft(form)
  const [value, setValue] = useState<Value>(() => (draft.read()['value'] as Value | undefined) ?? initial)
  return [
    value,
    (next) => {
      setValue(next)
      draft.keep({ value: next })
    },
  ]
}

import { useState } from 'react'

import { storableFields } from './storable-fields.ts'
import { currentSession, onUserChange } from './session.ts'
import { saveForReload, takeSavedForReload } from './storage.ts'
import { useNavigation } from './use-navigation.ts'

type Fields = Readonly<Record<string, string | number>>

/** What the page before this one left for it. */
function draftsBeforeReload(): readonly [string, Draft][] {
  try {
    return JSON.parse(takeSavedForReload() ?? '[]') as readonly [string, Draft][]
  } catch {
    return []
  }
}

type Draft = { readonly person: number | undefined; readonly fields: Fields }

/** More forms than anybody leaves half filled in. */
const draftsMax = 30
/**
 * What was entered and not sent, the oldest first. A reload forgets it, unless it was the page that wanted it: a transfer
 * of last week that still stands in its form is soon sent by mistake. Papers alone are kept longer (`areas/kyc/draft.ts`).
 */
const drafts = new Map<string, Draft>(draftsBeforeReload())
onUserChange(() => drafts.clear())
if (typeof window !== 'undefined') window.addEventListener('renewal', () => saveForReload(JSON.stringify([...drafts])))

/** The draft of one form in one entry of the history. */
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
 * What somebody enters in a form outlives the page: it is there again when they return to it by Back, or by signing in
 * after their session has ended. A new visit of the same page begins anew.
 */
export function useDraft(form: string): FormDraft {
  const { entry } = useNavigation()
  const [draft] = useState(() => draftOf(entry, form))
  return draft
}

/** A single value that is kept so. */
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

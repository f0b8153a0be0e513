import { useEffect, useRef, useState } from 'react'

import { useNavigation, useParameters } from '#data/use-navigation.ts'
import type { Navigation } from '#data/navigation.ts'
import { stepParameter, type StepName } from './steps.ts'

const route = 'verifyIdentity'

/** The target page while the pages up to it are opened or left one by one. */
let target: number | undefined

/** The entry was opened by URL: there may be no earlier page of the form. */
const isOpened = ({ entry }: Navigation): boolean => entry.startsWith('/')

function walk(navigation: Navigation, names: readonly StepName[], from: number, to: number): void {
  target = to
  const next = names[from + 1]
  if (to < from) navigation.back()
  else if (to > from && next !== undefined) navigation.to(route, stepParameter(next))
}

/**
 * The pages of a form as consecutive history entries, so that Back always opens the previous page. The URL of a later
 * page redirects to `open`, the first incomplete page.
 */
export function useSteps(names: readonly StepName[], open: number) {
  const navigation = useNavigation()
  const { step } = useParameters(route)
  // Every history entry mounts its own screen (`app/shell.tsx`), so neither value changes while mounted.
  const [asked] = useState(() => (step === undefined ? 0 : Math.max(0, names.indexOf(step as StepName))))
  const [at] = useState(() => Math.min(target ?? asked, open, names.length - 1))
  const order = useRef(names)
  useEffect(() => {
    if (asked > 0 && isOpened(navigation)) {
      target = at
      navigation.replace(route)
    } else if (at === asked) target = undefined
    else walk(navigation, order.current, asked, at)
  }, [navigation, asked, at])
  return { at, goTo: (to: number) => walk(navigation, names, asked, to) }
}

/** Goes back to the first history entry of a form that no longer exists. */
export function useNoSteps(): void {
  const navigation = useNavigation()
  const { step } = useParameters(route)
  useEffect(() => {
    target = undefined
    if (step === undefined) return
    if (isOpened(navigation)) navigation.replace(route)
    else navigation.back()
  }, [navigation, step])
}

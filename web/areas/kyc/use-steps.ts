import { useEffect, useRef, useState } from 'react'

import { useNavigation, useParameters } from '#data/use-navigation.ts'
import type { Navigation } from '#data/navigation.ts'
import { stepParameter, type StepName } from './steps.ts'

const route = 'verifyIdentity'

/** The page that is on its way, while the entries of the history between are gone through one by one. */
let target: number | undefined

/** An address that was opened or typed: none of our pages need lie before it. */
const isOpened = ({ entry }: Navigation): boolean => entry.startsWith('/')

function walk(navigation: Navigation, names: readonly StepName[], from: number, to: number): void {
  target = to
  const next = names[from + 1]
  if (to < from) navigation.back()
  else if (to > from && next !== undefined) navigation.to(route, stepParameter(next))
}

/**
 * The pages of a form as entries of the history, each right after the one before it, so that Back is always the page
 * before. An address of a page that is not yet to be filled in leads to `open`, the first that lacks something.
 */
export function useSteps(names: readonly StepName[], open: number) {
  const navigation = useNavigation()
  const { step } = useParameters(route)
  // Every entry has a screen of its own (`app/shell.tsx`): neither changes while it is in view.
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

/** Back to the first entry of a form that is no longer there: what took its place is no page of it. */
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

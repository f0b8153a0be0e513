import { useState } from 'react'

import type { CallFailure } from '#data/failure.ts'

/** What the sheet needs that reviews an input and then shows its receipt. */
export type ReviewSheet<Accepted> = {
  readonly open: boolean
  readonly failure: CallFailure | undefined
  readonly isBusy: boolean
  readonly accepted: Accepted | undefined
  readonly onConfirm: () => void
  readonly onClose: () => void
  readonly onClosed: () => void
}

type Sending<Accepted> = {
  readonly isBusy: boolean
  readonly failure: CallFailure | undefined
  readonly answer: Accepted | undefined
  readonly reset: () => void
}

/** The state of an input from the form through the review to the receipt. */
export function useReview<Accepted>({ isBusy, failure, answer, reset }: Sending<Accepted>) {
  const [isShown, setShown] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const outcome = answer ?? failure
  const [told, setTold] = useState(outcome)
  if (outcome !== told) {
    setTold(outcome)
    // A sheet that was closed before the outcome came opens again: nobody must be left to guess.
    if (outcome !== undefined) setOpen(true)
  }
  return {
    /** Whether the person wanted to go on: from then on faults of the input are told. */
    isShown,
    /** Tells the faults, or opens the review, behind a gate if there is one. */
    review: (isRight: boolean, gate?: { readonly before: (next: () => void) => void }) => {
      setShown(true)
      if (failure !== undefined) reset()
      if (!isRight) return
      if (gate === undefined) setOpen(true)
      else gate.before(() => setOpen(true))
    },
    /** `onAnew` empties the form once the receipt is closed. */
    sheet: (onConfirm: () => void, onAnew?: () => void): ReviewSheet<Accepted> => ({
      open: isOpen,
      failure,
      isBusy,
      accepted: answer,
      onConfirm,
      onClose: () => setOpen(false),
      onClosed: () => {
        if (answer === undefined) return
        reset()
        setShown(false)
        onAnew?.()
      },
    }),
  }
}

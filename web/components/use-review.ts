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

type Sending = Pick<ReviewSheet<never>, 'failure' | 'isBusy'> & { readonly reset: () => void }

/** The state of an input from the form through the review to the receipt. */
export function useReview<Accepted>() {
  const [isShown, setShown] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const [accepted, accept] = useState<Accepted>()
  return {
    /** Whether the person wanted to go on: from then on faults of the input are told. */
    isShown,
    accept,
    /** Tells the faults, or opens the review, behind a gate if there is one. */
    review: (sending: Sending, isRight: boolean, gate?: { readonly before: (next: () => void) => void }) => {
      setShown(true)
      if (sending.failure !== undefined) sending.reset()
      if (!isRight) return
      if (gate === undefined) setOpen(true)
      else gate.before(() => setOpen(true))
    },
    /** `onAnew` empties the form once the receipt is closed. */
    sheet: (sending: Sending, onConfirm: () => void, onAnew?: () => void): ReviewSheet<Accepted> => ({
      open: isOpen,
      failure: sending.failure,
      isBusy: sending.isBusy,
      accepted,
      onConfirm,
      onClose: () => setOpen(false),
      onClosed: () => {
        if (accepted === undefined) return
        accept(undefined)
        sending.reset()
        setShown(false)
        onAnew?.()
      },
    }),
  }
}

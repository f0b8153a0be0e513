import type { Input } from '@mex/contract/call.ts'
import { funding } from '@mex/contract/funding/calls.ts'
import type { Card } from '@mex/contract/funding/shapes.ts'
import type { DefaultValues, FieldValues } from 'react-hook-form'

import { useSend } from '#data/call.ts'
import { useCallForm } from '#components/call-form.tsx'
import type { OwnErrors } from '#components/call-resolver.ts'

/** A form that adds a card or changes the given one, and then calls `onSaved`. */
export function useCardForm<Values extends FieldValues>(
  card: Card | undefined,
  values: DefaultValues<Values> & Values,
  onSaved: () => void,
  ownFaults: OwnErrors<Values> = () => ({}),
) {
  const options = { stale: [funding.cards], showsRefusals: true, done: true, onAnswer: onSaved }
  const add = useSend(funding.addCard, options)
  const change = useSend(funding.changeCard, options)
  const failure = card === undefined ? add.failure : change.failure
  // Both calls have the same fields; a change also has the id, and its masked fields are optional.
  const call = card === undefined ? funding.addCard : funding.changeCard
  const form = useCallForm<typeof funding.addCard, Values>(call as typeof funding.addCard, values, failure, {
    draft: `card ${card?.id ?? ''}`,
    ownFaults,
  })
  const save = (input: Input<typeof funding.addCard>) =>
    card === undefined ? add.send(input) : change.send({ ...input, id: card.id })
  return { form, submit: form.submitTo(save), isBusy: add.isBusy || change.isBusy }
}

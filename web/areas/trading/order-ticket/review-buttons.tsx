import type { CallFailure } from '#data/failure.ts'
import { useWording } from '#components/refusal-text.ts'
import { useText } from '#text/use-text.ts'
import { Button } from '#ui/button.tsx'
import { useEnterButton } from '#components/use-enter-button.ts'
import type { OrderProblem } from './order-problem.ts'
import { isOutcomeUnknown } from './place-order.ts'
import type { Ticket } from './ticket.ts'

/** The text of the problem. */
function useHindranceText(): (problem: OrderProblem | undefined) => string | undefined {
  const t = useText()
  const wording = useWording()
  return (problem) => {
    if (problem === undefined) return undefined
    return problem.kind === 'offline' ? t('ticket.paused') : wording.refusal(problem.refusal)
  }
}

type ButtonProps = {
  problem: OrderProblem | undefined
  kind: 'up' | 'down' | 'primary'
  ticket: Pick<Ticket, 'quantity' | 'limit'>
  /** Why nothing can be ordered at all; comes before what is missing in the form. */
  closed?: string | undefined
  /** What it says; 'Review order' unless it is said. */
  text?: string
  onPress: () => void
}

/** The button from the form to the review; when disabled it shows the reason, unless a field already does. Enter presses it. */
export function ReviewButton({ problem, kind, ticket, closed, text, onPress }: ButtonProps) {
  const t = useText()
  useEnterButton()
  const reason = useHindranceText()(problem)
  const { quantity, limit } = ticket
  const at = problem?.kind === 'refused' ? problem.at : undefined
  const isSaidAtField = (at === 'quantity' && quantity !== '') || (at === 'limitPrice' && limit !== '')
  return (
    <Button
      text={text ?? t('ticket.review')}
      kind={kind}
      size="large"
      wide
      disabled={problem !== undefined || closed !== undefined}
      reason={closed ?? (isSaidAtField ? undefined : reason)}
      keys="Enter"
      onPress={onPress}
    />
  )
}

type ReviewButtonsProps = {
  problem: OrderProblem | undefined
  kind: 'up' | 'down' | 'primary'
  isBusy: boolean
  failure: CallFailure | undefined
  /** The label of the submit button. */
  place: string
  onEdit: () => void
  onPlace: () => void
}

/** The buttons of the review: back to the form, and submit, or Try again after an unknown outcome. */
export function ReviewButtons({ problem, kind, isBusy, failure, place, onEdit, onPlace }: ReviewButtonsProps) {
  const t = useText()
  const reason = useHindranceText()(problem)
  return (
    <>
      <Button text={t('ticket.edit')} kind="secondary" size="large" disabled={isBusy} onPress={onEdit} />
      <Button
        text={isOutcomeUnknown(failure) ? t('ticket.tryAgain') : place}
        kind={kind}
        size="large"
        wide
        busy={isBusy}
        disabled={problem !== undefined}
        reason={reason}
        onPress={onPlace}
      />
    </>
  )
}

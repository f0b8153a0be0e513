import type { CallState } from '#data/call.ts'
import { ErrorState } from '#ui/error-state.tsx'

type Props = {
  title: string
  /** Shown when the server sent no message. */
  text?: string
  /** The result of `useCall` or `usePages`. */
  answer: Pick<CallState<unknown>, 'failure' | 'retry'>
}

/** The failure of a call whose answer the page needs, with a retry. */
export function LoadError({ title, text = '', answer: { failure, retry } }: Props) {
  return <ErrorState title={title} text={failure?.message || text} code={failure?.code} onRetry={() => void retry()} />
}

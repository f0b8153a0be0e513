import { CircleCheck, CircleX, Clock, LoaderCircle } from 'lucide-react'

import { Row } from '#ui/list.tsx'

const icons = { wait: Clock, run: LoaderCircle, done: CircleCheck, failed: CircleX }
export type StepTone = keyof typeof icons

type Props = { tone: StepTone; title: string; text: string; value?: string }

/** One step of an order that moves money first. */
export function StepRow({ tone, title, text, value }: Props) {
  const Icon = icons[tone]
  return <Row icon={<Icon aria-hidden="true" />} title={title} subtitle={text} value={value} height={62} />
}

import type { LessonKind } from '@mex/core/lessons/promised.ts'
import { useState } from 'react'

import type { CurveAnswer, Lesson } from '#areas/lessons/lesson.ts'
import { LessonView } from '#areas/lessons/lesson-view.tsx'
import { hasSeenLesson, rememberLesson } from '#areas/lessons/seen.ts'
import { useSession } from '#data/session.ts'
import { useText } from '#text/use-text.ts'
import { Button } from '#ui/button.tsx'
import { Stack } from '#ui/layout.tsx'
import { Sheet } from '#ui/sheet.tsx'
import { Typography } from '#ui/typography.tsx'

/** A lesson that stands before the first purchase of a kind. */
export type LessonGate = {
  /** Goes on at once if the user has bought such a product or read its lesson in this browser; else after the lesson. */
  readonly before: (next: () => void) => void
  readonly isOpen: boolean
  readonly accept: () => void
  readonly close: () => void
  readonly closed: () => void
}

type Step = { readonly isOpen: boolean; readonly isAccepted: boolean; readonly next: () => void }

/** `hasBought`: whether there was a purchase of the kind; undefined while that is not known, which counts as none. */
export function useLessonGate(kind: LessonKind, hasBought: boolean | undefined): LessonGate {
  const userId = useSession()?.user?.id ?? 0
  const [step, setStep] = useState<Step>()
  return {
    before: (next) => {
      if (hasBought === true || hasSeenLesson(userId, kind)) next()
      else setStep({ isOpen: true, isAccepted: false, next })
    },
    isOpen: step?.isOpen ?? false,
    accept: () => {
      rememberLesson(userId, kind)
      setStep(step === undefined ? undefined : { ...step, isOpen: false, isAccepted: true })
    },
    close: () => setStep(step === undefined ? undefined : { ...step, isOpen: false }),
    // The next sheet opens when this one is gone, so that Back closes one at a time.
    closed: () => {
      setStep(undefined)
      if (step?.isAccepted === true) step.next()
    },
  }
}

/** The lesson over an order form, once for each kind. */
export function LessonSheet({ gate, lesson, answer }: { gate: LessonGate; lesson: Lesson; answer: CurveAnswer }) {
  const t = useText()
  return (
    <Sheet
      open={gate.isOpen}
      onClose={gate.close}
      onClosed={gate.closed}
      title={lesson.title}
      height="tall"
      footer={
        <>
          <Button text={t('lessons.notNow')} kind="secondary" size="large" onPress={gate.close} />
          <Button text={t('lessons.goOn')} size="large" wide onPress={gate.accept} />
        </>
      }
    >
      <Stack gap={12}>
        <Typography as="p" size={13} tone="second">
          {t('lessons.before')}
        </Typography>
        <LessonView lesson={lesson} answer={answer} />
      </Stack>
    </Sheet>
  )
}

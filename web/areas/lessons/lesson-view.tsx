import type { ReactNode } from 'react'

import { useText } from '#text/use-text.ts'
import { Stack } from '#ui/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import { Typography } from '#ui/typography.tsx'
import { CurvesCard } from './curves.tsx'
import type { CurveAnswer, Lesson } from './lesson.ts'
import { Quiz } from './quiz.tsx'
import styles from './lesson-view.module.css'
import { TitledCard } from '#ui/titled-card.tsx'

/** A lesson: how the fraud works, five signs, what is different here, the two curves, and three questions. */
export function LessonView({ lesson, answer }: { lesson: Lesson; answer: CurveAnswer }) {
  const t = useText()
  const { kind, how, signs, here, questions } = lesson
  return (
    <Stack gap={12}>
      <Part title={t('lessons.how')}>
        {how.map((sentence) => (
          <Typography key={sentence} as="p" size={15}>
            {sentence}
          </Typography>
        ))}
      </Part>
      <Part title={t('lessons.signs')}>
        <ol className={styles['signs']}>
          {signs.map((sign) => (
            <li key={sign}>{sign}</li>
          ))}
        </ol>
      </Part>
      <CurvesCard kind={kind} answer={answer} />
      <Part title={t('lessons.different')}>
        <ul className={styles['here']}>
          {here.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      </Part>
      <Quiz questions={questions} />
      <Notice tone="info">{`${t('lessons.check')} ${t('lessons.simulated')}`}</Notice>
    </Stack>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <TitledCard title={title} gap={8}>
      {children}
    </TitledCard>
  )
}

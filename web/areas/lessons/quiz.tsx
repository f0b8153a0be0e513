import { useState } from 'react'

import { useText } from '#text/use-text.ts'
import { Button } from '#ui/button.tsx'
import { Stack } from '#ui/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import { RadioCards } from '#ui/radio-cards.tsx'
import { Typography } from '#ui/typography.tsx'
import type { Question } from './lesson.ts'
import styles from './lesson-view.module.css'
import { TitledCard } from '#ui/titled-card.tsx'

/** Three questions that nobody has to answer. Every answer is explained; nothing is sent or kept. */
export function Quiz({ questions }: { questions: readonly Question[] }) {
  const t = useText()
  const [at, setAt] = useState<number>()
  const [right, setRight] = useState(0)
  const start = () => {
    setRight(0)
    setAt(0)
  }
  const question = at === undefined ? undefined : questions[at]
  return (
    <TitledCard title={t('lessons.quiz')}>
      {question !== undefined && at !== undefined ? (
        <Asked
          key={at}
          question={question}
          number={at + 1}
          onAnswer={(isRight) => setRight(isRight ? right + 1 : right)}
          onNext={at + 1 < questions.length ? () => setAt(at + 1) : undefined}
          right={right}
          onAgain={start}
        />
      ) : (
        <>
          <Typography as="p" size={13} tone="second">
            {t('lessons.quizText')}
          </Typography>
          <Button text={t('lessons.startQuiz')} kind="secondary" onPress={start} />
        </>
      )}
    </TitledCard>
  )
}

type AskedProps = {
  question: Question
  number: number
  onAnswer: (isRight: boolean) => void
  /** Undefined at the last question. */
  onNext: (() => void) | undefined
  right: number
  onAgain: () => void
}

function Asked({
  question: { question, answers, right: place, why },
  number,
  onAnswer,
  onNext,
  right,
  onAgain,
}: AskedProps) {
  const t = useText()
  const [chosen, setChosen] = useState<number>()
  const isRight = chosen === place
  const choose = (answer: number) => {
    if (chosen === undefined) onAnswer(answer === place)
    setChosen(answer)
  }
  return (
    <>
      <Typography size={12} tone="second">
        {t('lessons.question', { n: String(number) })}
      </Typography>
      <RadioCards
        label={question}
        caption={question}
        options={answers.map((text, value) => ({ value, text }))}
        value={chosen}
        onChange={choose}
      />
      <output className={styles['answer']}>
        {chosen === undefined ? undefined : (
          <Stack gap={12}>
            <Notice tone={isRight ? 'success' : 'warn'}>
              {`${t(isRight ? 'lessons.right' : 'lessons.wrong')} ${why}`}
            </Notice>
            {onNext === undefined ? (
              <Typography as="p" size={13}>
                {t('lessons.result', { right: String(right) })}
              </Typography>
            ) : undefined}
          </Stack>
        )}
      </output>
      {chosen === undefined ? undefined : onNext === undefined ? (
        <Button text={t('lessons.again')} kind="secondary" onPress={onAgain} />
      ) : (
        <Button text={t('lessons.next')} kind="secondary" onPress={onNext} />
      )}
    </>
  )
}

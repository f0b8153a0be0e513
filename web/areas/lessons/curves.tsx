import { dailyPromises, grownTo, lessonStart, promisedWorths, type LessonKind } from '@mex/core/lessons/promised.ts'
import type { Money } from '@mex/core/money/money.ts'
import { formatDecimal } from '@mex/core/money/decimal.ts'
import { useState } from 'react'

import { formatPrice } from '#text/format.ts'
import { useText } from '#text/use-text.ts'
import { VisuallyHidden } from '#ui/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import { SkeletonCard } from '#ui/skeleton.tsx'
import { Switch } from '#ui/switch.tsx'
import { Typography } from '#ui/typography.tsx'
import type { CurveAnswer, TrueCurve } from './lesson.ts'
import styles from './curves.module.css'
import { TitledCard } from '#ui/titled-card.tsx'

/** The real curve, and the one that a fraud would show on the same days. */
export function CurvesCard({ kind, answer: { curve, isFailed } }: { kind: LessonKind; answer: CurveAnswer }) {
  const t = useText()
  if (isFailed) return <Notice tone="info">{t('lessons.curveFailed')}</Notice>
  if (curve === undefined) return <SkeletonCard height={300} />
  if (curve.worths.length < 2) return <Notice tone="info">{t('lessons.noCurve')}</Notice>
  return <Curves kind={kind} curve={curve} />
}

const amountText = (amount: Money): string => formatPrice({ raw: amount, scale: 2 }, 2)

function Curves({ kind, curve: { name, worths } }: { kind: LessonKind; curve: TrueCurve }) {
  const t = useText()
  const [isShown, setShown] = useState(false)
  const days = worths.length - 1
  const real = worths.map((worth) => grownTo(lessonStart, worths[0] ?? 1n, worth))
  const promised = promisedWorths(lessonStart, dailyPromises[kind], days)
  const falls = real.filter((worth, index) => index > 0 && worth < real[index - 1]!).length
  const start = amountText(lessonStart)
  const said = { days, falls, start, real: amountText(real.at(-1)!), promised: amountText(promised.at(-1)!) }
  return (
    <TitledCard title={t('lessons.curves')}>
      <Typography as="p" size={13} tone="second">
        {t('lessons.curvesText', { name, days, start })}
      </Typography>
      <Drawing
        real={real}
        promised={isShown ? promised : undefined}
        label={t(isShown ? 'lessons.chartBoth' : 'lessons.chart', said)}
      />
      <div className={styles['ends']} aria-hidden="true">
        <span>{t('lessons.daysAgo', { days: String(days) })}</span>
        <span>{t('lessons.today')}</span>
      </div>
      <Keys
        real={said.real}
        promised={isShown ? said.promised : undefined}
        rate={formatDecimal(dailyPromises[kind], 2, 0)}
      />
      <div className={styles['toggle']}>
        <Switch label={t('lessons.show')} hint={t('lessons.showHint')} checked={isShown} onChange={setShown} />
      </div>
      <Typography as="p" size={13}>
        {t(isShown ? 'lessons.smooth' : 'lessons.bumpy', { falls: String(falls), days: String(days) })}
      </Typography>
      {isShown && real.at(-1)! > promised.at(-1)! ? (
        <Typography as="p" size={13}>
          {t('lessons.ahead')}
        </Typography>
      ) : undefined}
    </TitledCard>
  )
}

type DrawingProps = { real: readonly Money[]; promised: readonly Money[] | undefined; label: string }

function Drawing({ real, promised, label }: DrawingProps) {
  const all = [...real, ...(promised ?? [])].map(Number)
  const [low, high] = [Math.min(...all), Math.max(...all)]
  /** From 4 to 96 % of the height. */
  const heightOf = (worth: Money): number => 96 - ((Number(worth) - low) / Math.max(high - low, 1)) * 92
  const pathOf = (worths: readonly Money[]): string =>
    worths
      .map((worth, index) => `${index === 0 ? 'M' : 'L'}${(index / (worths.length - 1)) * 100} ${heightOf(worth)}`)
      .join('')
  return (
    <>
      <VisuallyHidden>{label}</VisuallyHidden>
      <svg className={styles['plot']} viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
        {promised === undefined ? undefined : <path className={styles['promised']} d={pathOf(promised)} />}
        <path className={styles['real']} d={pathOf(real)} />
      </svg>
    </>
  )
}

function Keys({ real, promised, rate }: { real: string; promised: string | undefined; rate: string }) {
  const t = useText()
  const rows = [
    { line: 'real', text: t('lessons.real'), amount: real },
    ...(promised === undefined ? [] : [{ line: 'promised', text: t('lessons.promised', { rate }), amount: promised }]),
  ]
  return (
    <div className={styles['keys']}>
      {rows.map(({ line, text, amount }) => (
        <div key={line} className={styles['key']}>
          <svg viewBox="0 0 18 8" aria-hidden="true">
            <path className={styles[line]} d="M0 4H18" />
          </svg>
          <span className={styles['name']}>{text}</span>
          <span className={styles['amount']}>{amount}</span>
        </div>
      ))}
    </div>
  )
}

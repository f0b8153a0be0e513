import { portfolio } from '@mex/contract/portfolio/calls.ts'
import type { Curve } from '@mex/contract/portfolio/shapes.ts'
import { addMoney, moneyScale, type Money } from '@mex/core/money/money.ts'
import { curveRanges, type CurveRange } from '@mex/core/portfolio/grid.ts'
import { useEffect, useState, type ReactNode } from 'react'

import { moneyText, profitText, signedText } from '#components/figures.ts'
import { useCall } from '#data/call.ts'
import { useAmountsHidden } from '#data/preferences.ts'
import { formatCompact, formatPercent, formatPrice } from '#text/format.ts'
import { formatDate, formatTime, formatTimestamp } from '#text/format-time.ts'
import { useLanguage, useText, type Text } from '#text/use-text.ts'
import { Change } from '#ui/amount.tsx'
import { KeyValues } from '#ui/key-values.tsx'
import { Line, Stack } from '#ui/layout.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Typography } from '#ui/typography.tsx'
import { LoadError } from '#components/load-error.tsx'
import { CurveChart } from './curve-chart.tsx'
import { leastOfMoney } from './geometry.ts'
import type { PortfolioProps, ReadCurve } from './door/portfolio-place.tsx'
import { BenchmarkChoice, comparedLines, ComparedFigures, lengthText, sayCompared } from './comparison.tsx'
import { evenDecimals } from './even-decimals.ts'
import { endingAt, isFarFrom, profitParts } from './live-total.ts'
import { chosenRange, useChosenBenchmark, useChosenRange } from './range.ts'
import styles from './portfolio-curve.module.css'

const paidIn = 'MXN'
const hidden = '••••••'

const isOfDay = (range: CurveRange): boolean => range === '1D' || range === '1W'
const timeOf = (range: CurveRange, instant: number): string =>
  isOfDay(range) ? formatTimestamp(instant) : formatDate(instant)

type CurveProps = Pick<PortfolioProps, 'total' | 'totalCall'> & {
  /** With the sum from the start to now, and a grid. */
  detailed: boolean
  onRead: ReadCurve
}

/** The curve of the total of all accounts over a range that can be chosen. */
export function PortfolioCurve({ detailed, total, totalCall, onRead }: CurveProps) {
  const t = useText()
  const range = useChosenRange()
  const chosen = useChosenBenchmark()
  const benchmark = detailed ? chosen : 'NONE'
  const answer = useCall(
    portfolio.curve,
    { range: range ?? '1D', benchmark },
    { everySeconds: 30, when: range !== undefined },
  )
  const { data, retry, receivedAt } = answer
  const failure = answer.failure ?? totalCall?.failure
  const isFailed = data === undefined && failure !== undefined
  const retryAll = () => Promise.all([retry(), totalCall?.failure === undefined ? undefined : totalCall.retry()])
  useEffect(() => {
    if (isFailed) onRead('failed')
  }, [onRead, isFailed])
  const isFar = total !== undefined && data !== undefined && isFarFrom(data, total)
  // Money came or went between the two answers: the older one is asked for again.
  useEffect(() => {
    if (!isFar) return
    const isTotalOlder = (totalCall?.receivedAt ?? Infinity) < (receivedAt ?? 0)
    void (isTotalOlder ? totalCall?.retry() : retry())
    // oxlint-disable-next-line react/exhaustive-deps -- once for each total, not for each render
  }, [isFar, total])
  return (
    <Stack gap={12}>
      {data === undefined ? (
        failure === undefined ? (
          <Skeleton height={!detailed ? curveHeight : benchmark === 'NONE' ? detailedHeight : comparedHeight} />
        ) : (
          <LoadError
            title={t('portfolio.failed')}
            text={t('portfolio.failedText')}
            answer={{ failure, retry: retryAll }}
          />
        )
      ) : (
        <Read curve={endingAt(data, total)} detailed={detailed} onRead={onRead}>
          <Choices range={range} detailed={detailed} />
        </Read>
      )}
      {data === undefined ? <Choices range={range} detailed={detailed} /> : undefined}
      {data === undefined && failure === undefined && detailed ? <Skeleton height={sumHeight} /> : undefined}
    </Stack>
  )
}

function Choices({ range, detailed }: { range: CurveRange | undefined; detailed: boolean }) {
  const t = useText()
  return (
    <>
      <Segmented
        label={t('portfolio.range')}
        options={curveRanges.map((value) => ({ value, text: t(`portfolio.ranges.${value}`) }))}
        value={range}
        onChange={chosenRange.set}
      />
      {detailed ? <BenchmarkChoice /> : undefined}
    </>
  )
}

/** The height of the sum from the start to now, in px. */
const sumHeight = 220

/** The heights of the chart in px: with its legend, with its axis, and with both returns below it. */
const curveHeight = 134
const detailedHeight = 174
const comparedHeight = 278

type ReadProps = Pick<CurveProps, 'detailed' | 'onRead'> & { curve: Curve; children: ReactNode }

function Read({ curve, detailed, onRead, children }: ReadProps) {
  const t = useText()
  const language = useLanguage()
  const isHidden = useAmountsHidden()
  const [index, setIndex] = useState<number>()
  const { points, range, profit } = curve
  const point = index === undefined ? undefined : points[index]
  const length = lengthText(t, curve)
  useEffect(() => {
    onRead(
      point === undefined
        ? { profit, note: length }
        : {
            profit: profitOf(point),
            note: t('portfolio.until'),
            point: { time: timeOf(range, point.at), total: point.total },
          },
    )
  }, [onRead, point, profit, length, range, t])
  // What was read is gone with its curve.
  useEffect(() => () => onRead(undefined), [onRead])
  const compared = comparedLines(curve)
  const sayPoint = (at: number): string => {
    const said = points[at]
    if (said === undefined) return ''
    const time = timeOf(range, said.at)
    if (compared !== undefined) return sayCompared(t, curve, at, time)
    if (isHidden) return t('portfolio.hiddenPoint', { time })
    const change = signedText(profitOf(said), paidIn)
    return t('portfolio.point', { time, total: moneyText(said.total, paidIn), profit: change })
  }
  const grid = (values: readonly bigint[]): readonly string[] => {
    if (compared !== undefined) return values.map((raw) => formatPercent({ raw, scale: 2 }))
    if (isHidden) return []
    const shorten = (raw: bigint) => formatCompact({ raw, scale: moneyScale }, language)
    // A new account moves too little for short texts, which would tell neither the lines nor what is between them apart.
    const between = values.slice(1).map((raw, index) => (raw + (values[index] ?? raw)) / 2n)
    if (new Set([...values, ...between].map(shorten)).size === values.length + between.length)
      return evenDecimals(values.map(shorten))
    const decimals = values.every((raw) => raw % 100n === 0n) ? 0 : moneyScale
    return values.map((raw) => formatPrice({ raw, scale: moneyScale }, decimals))
  }
  const worths = points.map(({ at, total, moneyIn }) => ({ at, line: total, base: moneyIn }))
  return (
    <>
      <CurveChart
        points={compared ?? worths}
        least={compared === undefined ? leastOfMoney(worths) : undefined}
        flows={compared === undefined ? curve.flows : []}
        label={t(compared === undefined ? 'portfolio.chart' : 'portfolio.comparedChart')}
        reading={index}
        onRead={setIndex}
        sayPoint={sayPoint}
        grid={detailed ? grid : undefined}
      />
      {detailed ? (
        <Axis curve={curve} isCompared={compared !== undefined} />
      ) : (
        <Legend curve={curve} isHidden={isHidden} />
      )}
      <ComparedFigures curve={curve} />
      {children}
      {detailed ? <Sum curve={curve} isHidden={isHidden} /> : undefined}
    </>
  )
}

const profitOf = ({ total, moneyIn }: Curve['points'][number]) => (total - moneyIn) as Curve['profit']

function Axis({ curve: { points, range }, isCompared }: { curve: Curve; isCompared: boolean }) {
  const t = useText()
  const [first, last] = [points[0], points.at(-1)]
  const isOneDay = range === '1D' || formatDate(first?.at) === formatDate(last?.at)
  const write = (instant: number | undefined) => (isOneDay ? formatTime(instant) : formatDate(instant))
  const [from, to] = [write(first?.at), write(last?.at)]
  return (
    <div className={styles['axis']} aria-hidden="true">
      <span>{from === to ? '' : from}</span>
      {isCompared ? undefined : (
        <span>
          <span className={styles['dash']} />
          {t('portfolio.moneyIn')}
        </span>
      )}
      <span>{to}</span>
    </div>
  )
}

/**
 * The time of the curve, which is up to half a minute before the total that it is made to end at; with its second in the
 * minute that the curve begins in, where "since 10:00" and "by 10:00" would contradict each other.
 */
function readAt({ points }: Curve): string {
  const [first, last] = [points[0]?.at, points.at(-1)?.at]
  const time = formatTime(last)
  const isOneMinute = formatDate(first) === formatDate(last) && formatTime(first) === time
  return isOneMinute ? `${time}${formatTimestamp(last).slice(16, 19)}` : time
}

/** What the profit consists of: the first two by the time of the curve. */
function partRows(t: Text, curve: Curve) {
  const { rates, others, later } = profitParts(curve)
  const time = readAt(curve)
  const row = (label: string, part: Money) => ({ label, value: signedText(part, paidIn) })
  return [
    row(t('portfolio.byTime', { part: t('portfolio.sources.CURRENCIES'), time }), rates),
    row(t('portfolio.byTime', { part: t('portfolio.others'), time }), others),
    row(t('portfolio.later'), later),
  ]
}

/** What the dashed line is. */
function Legend({ curve, isHidden }: { curve: Curve; isHidden: boolean }) {
  const t = useText()
  return (
    <Line spread="apart" align="baseline">
      <Typography size={12} tone="second">
        <span className={styles['dash']} aria-hidden="true" />
        {t('portfolio.moneyIn')}
      </Typography>
      <Typography size={13} weight="semibold">
        {isHidden ? hidden : moneyText(addMoney(curve.start, curve.moneyIn), paidIn)}
      </Typography>
    </Line>
  )
}

/** Start + deposits less withdrawals + profit = now; the parts of the profit are set in under it. */
function Sum({ curve, isHidden }: { curve: Curve; isHidden: boolean }) {
  const t = useText()
  const { points, start, moneyIn, profit, total } = curve
  const rows = [
    { label: t('portfolio.start', { date: formatDate(points[0]?.at) }), value: moneyText(start, paidIn) },
    { label: t('portfolio.moved'), value: signedText(moneyIn, paidIn) },
    { label: t('portfolio.profit'), value: <Change change={profitText(profit, paidIn)} glyph={false} /> },
    ...partRows(t, curve).map((row) => ({ ...row, label: `\u2002${row.label}` })),
    { label: t('portfolio.now'), value: moneyText(total, paidIn), strong: true },
  ]
  return (
    <>
      <KeyValues rows={isHidden ? rows.map((row) => ({ ...row, value: hidden })) : rows} />
      <Typography size={12} tone="third">
        {points.length < 3 ? t('portfolio.young') : t('portfolio.how')}
      </Typography>
    </>
  )
}

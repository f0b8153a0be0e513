import type { AuctionQuote } from '@mex/contract/auctions/shapes.ts'
import { greatest, least, magnitude } from '@mex/core/money/decimal.ts'

import { priceText } from '#components/figures.ts'
import { useText } from '#text/use-text.ts'
import { Line, Stack, VisuallyHidden } from '#ui/layout.tsx'
import { Typography } from '#ui/typography.tsx'
import styles from './auction-line.module.css'
import { timeInNewYork } from './door/times.ts'

const [width, height, margin] = [300, 110, 8]
/** So far ahead of now the line leaves room: the time in which nobody enters is shaded there. */
const ahead = 4 * 60_000
/** As long as a practice auction. */
const shortMost = 60 * 60_000

/** The indicative price of the last half hour, or of a short auction, with the close before, and the last minutes shaded. */
export function AuctionLine({ share, now }: { share: AuctionQuote; now: number }) {
  const t = useText()
  const { path, reference, tick, entryOpensAt, entryClosesAt, crossesAt } = share
  const [first, last] = [path[0], path.at(-1)]
  // The list has no path: its place is kept until the share itself has loaded.
  if (first === undefined || last === undefined) return share.indicativePrice === undefined ? undefined : <Place />
  // A short auction is drawn whole from its beginning, so that its axis stands still.
  const isShort = crossesAt - entryOpensAt <= shortMost
  const begin = isShort ? Math.min(entryOpensAt, first.at) : first.at
  const end = isShort ? crossesAt : Math.min(crossesAt, Math.max(now, last.at) + ahead)
  const x = (at: number): number => ((at - begin) / (end - begin)) * width
  const [lowest, highest] = rangeOf([reference, ...path.map(({ price }) => price)])
  const y = (price: bigint): number =>
    margin + (Number(highest - price) / Math.max(1, Number(highest - lowest))) * (height - 2 * margin)
  // The newest price stands until the next one.
  const until = { ...last, at: Math.min(Math.max(now, last.at), end) }
  const points = [...path, until].map(({ at, price }) => `${x(at).toFixed(1)},${y(price).toFixed(1)}`)
  const [from, to] = [first, until].map(({ at }) => `${x(at).toFixed(1)},${y(reference).toFixed(1)}`)
  const isUp = last.price > reference
  const closes = entryClosesAt < end ? x(Math.max(entryClosesAt, begin)) : undefined
  const spoken = { from: timeInNewYork(first.at), to: timeInNewYork(last.at), price: priceText(last.price, tick) }
  return (
    <Stack gap={4}>
      <VisuallyHidden>{t('auctions.line', spoken)}</VisuallyHidden>
      <svg className={styles['line']} viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
        {closes === undefined ? undefined : (
          <>
            <rect className={styles['shade']} x={closes} y={0} width={width - closes} height={height} />
            <line className={styles['close']} x1={closes} x2={closes} y1={0} y2={height} />
          </>
        )}
        <line className={styles['reference']} x1={0} x2={width} y1={y(reference)} y2={y(reference)} />
        <polygon className={styles[isUp ? 'upArea' : 'downArea']} points={[from, ...points, to].join(' ')} />
        <polyline className={styles[isUp ? 'up' : 'down']} points={points.join(' ')} />
      </svg>
      <Line spread="apart">
        <Typography size={11} tone="third">
          {timeInNewYork(begin)}
        </Typography>
        <Typography size={11} tone="third">
          {t('auctions.reference', { price: priceText(reference, tick) })}
        </Typography>
        <Typography size={11} tone="third">
          {timeInNewYork(end)}
        </Typography>
      </Line>
    </Stack>
  )
}

/** As high as the line and the times under it. */
const Place = () => (
  <Stack gap={4}>
    <div className={styles['line']} />
    <Typography size={11}>&nbsp;</Typography>
  </Stack>
)

const rangeOf = (prices: readonly bigint[]): readonly [lowest: bigint, highest: bigint] =>
  prices.reduce<[bigint, bigint]>(
    ([low, high], price) => [least(low, price), greatest(high, price)],
    [prices[0] ?? 0n, prices[0] ?? 0n],
  )

/** A share of a whole in per cent with one decimal, rounded down. */
export const shareOf = (part: bigint, whole: bigint): number =>
  whole === 0n ? 0 : Number((magnitude(part) * 1000n) / whole) / 10

import type { AuctionQuote } from '@mex/contract/auctions/shapes.ts'
import { magnitude } from '@mex/core/money/decimal.ts'

import { priceText } from '#components/figures.ts'
import { useText } from '#text/use-text.ts'
import { Line, Stack, VisuallyHidden } from '#ui/layout.tsx'
import { Typography } from '#ui/typography.tsx'
import styles from './auction-line.module.css'
import { timeInNewYork } from './door/times.ts'

const [width, height] = [300, 110]
/** So far ahead of now the line leaves room: the time in which nobody enters is shaded there. */
const ahead = 4 * 60_000

/** The indicative price of the last half hour, with the close before, and the last minutes shaded. */
export function AuctionLine({ share, now }: { share: AuctionQuote; now: number }) {
  const t = useText()
  const { path, reference, tick, entryClosesAt, crossesAt } = share
  const [first, last] = [path[0], path.at(-1)]
  if (first === undefined || last === undefined || path.length < 2) return undefined
  const end = Math.min(crossesAt, Math.max(now, last.at) + ahead)
  const x = (at: number): number => ((at - first.at) / (end - first.at)) * width
  const prices = path.map(({ price }) => Number(price - reference))
  const most = Math.max(1, ...prices.map(Math.abs))
  const y = (away: number): number => height / 2 - (away / most) * (height / 2 - 6)
  const points = path.map(({ at }, index) => `${x(at).toFixed(1)},${y(prices[index] ?? 0).toFixed(1)}`)
  const isUp = last.price > reference
  const closes = entryClosesAt < end ? x(Math.max(entryClosesAt, first.at)) : undefined
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
        <line className={styles['reference']} x1={0} x2={width} y1={height / 2} y2={height / 2} />
        <polyline className={styles[isUp ? 'up' : 'down']} points={points.join(' ')} />
      </svg>
      <Line spread="apart">
        <Typography size={11} tone="third">
          {timeInNewYork(first.at)}
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

/** A share of a whole in per cent with one decimal, rounded down. */
export const shareOf = (part: bigint, whole: bigint): number =>
  whole === 0n ? 0 : Number((magnitude(part) * 1000n) / whole) / 10

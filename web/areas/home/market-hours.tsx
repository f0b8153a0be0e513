import type { MarketClock } from '@mex/contract/market/calls.ts'
import { shareMarkets, type ShareMarket } from '@mex/core/market/instrument.ts'

import { useMarketNow } from '#areas/market/door/market-now.ts'
import { durationText } from '#components/duration.ts'
import { useText } from '#text/use-text.ts'
import { Card } from '#ui/card.tsx'
import { Grid, Line, Stack } from '#ui/layout.tsx'
import { ProgressBar } from '#ui/progress-bar.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import styles from './market-hours.module.css'

/** The elapsed part of the regular session in per cent; undefined outside it. */
function progressOf({ opensAt, closesAt }: MarketClock, now: number): number | undefined {
  if (opensAt === undefined || closesAt === undefined || now < opensAt || now >= closesAt) return undefined
  return ((now - opensAt) / (closesAt - opensAt)) * 100
}

/** The phases of the three stock exchanges, and the time until they change. */
export function MarketHours() {
  const t = useText()
  const { clocks, now, failure } = useMarketNow()
  if (failure !== undefined) return undefined
  const names: Readonly<Record<ShareMarket, string>> = { US: t('market.us'), HK: t('market.hk'), MX: t('market.mx') }
  return (
    <section aria-label={t('home.hours')}>
      <Grid columns={3} gap={8}>
        {shareMarkets.map((market) => {
          const clock = clocks?.find((one) => one.market === market)
          return (
            <Card key={market} small>
              {clock === undefined || now === undefined ? (
                <Waiting name={names[market]} />
              ) : (
                <Hours name={names[market]} clock={clock} now={now} />
              )}
            </Card>
          )
        })}
      </Grid>
    </section>
  )
}

function Waiting({ name }: { name: string }) {
  return (
    <Stack gap={8}>
      <span className={styles['name']}>{name}</span>
      <Skeleton height={4} />
      <Skeleton height={15} width="80%" />
    </Stack>
  )
}

function Hours({ name, clock, now }: { name: string; clock: MarketClock; now: number }) {
  const t = useText()
  const { phase, nextOpenAt, nextCloseAt } = clock
  const isOpen = phase === 'regular'
  const next = isOpen ? nextCloseAt : nextOpenAt
  const time = next === undefined ? undefined : durationText(next - now, t)
  const progress = progressOf(clock, now)
  return (
    <Stack gap={8}>
      <Line spread="apart" align="baseline" gap={4}>
        <span className={styles['name']}>{name}</span>
        <span className={styles['phase']} data-phase={phase}>
          {phase === 'practice' ? t('home.practice') : t(`market.phases.${phase}`)}
        </span>
      </Line>
      {progress === undefined ? (
        <span className={styles['between']} />
      ) : (
        <ProgressBar
          label={t('home.sessionProgress', { market: name })}
          percent={progress}
          tone={isOpen ? 'good' : 'quiet'}
          thin
        />
      )}
      <span className={styles['next']}>
        {time === undefined ? '' : t(isOpen ? 'home.closesIn' : 'home.opensIn', { time })}
      </span>
    </Stack>
  )
}

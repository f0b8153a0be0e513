import { bonds as calls } from '@mex/contract/bonds/calls.ts'
import type { Bond, YieldCurve } from '@mex/contract/bonds/shapes.ts'
import type { BondCountry } from '@mex/core/bonds/bond.ts'
import { useState, type ReactNode } from 'react'

import { useCall } from '#data/call.ts'
import { useText, type Text } from '#text/use-text.ts'
import { Hero } from '#ui/amount.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Chips } from '#ui/chips.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Column, Columns, Line, Stack } from '#ui/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { SkeletonCard, SkeletonRows } from '#ui/skeleton.tsx'
import { Typography } from '#ui/typography.tsx'
import { LoadError } from '#components/load-error.tsx'
import { CurveChart } from '#areas/bonds/curve.tsx'
import { daysBetween, isNearDue, weeksFrom, yieldText } from '#areas/bonds/figures.ts'
import styles from '#areas/bonds/bonds.module.css'
import { termText } from '#areas/bonds/term-text.ts'
import { BondRow } from './bond-row.tsx'

const filters = ['all', 'discount', 'short', 'middle', 'long'] as const
type Filter = (typeof filters)[number]
type Sorting = 'matures' | 'price' | 'yield'

const year = 365.25
const isDiscount = ({ frequency }: Bond): boolean => frequency === 0

function matches(filter: Filter, bond: Bond): boolean {
  const years = daysBetween(bond.settles, bond.matures) / year
  switch (filter) {
    case 'all':
      return true
    case 'discount':
      return isDiscount(bond)
    case 'short':
      return !isDiscount(bond) && years < 5
    case 'middle':
      return !isDiscount(bond) && years >= 5 && years <= 10.05
    case 'long':
      return !isDiscount(bond) && years > 10.05
  }
}

/** The term of a curve that is nearest to a length, by the ratio of both. */
function nearestTerm({ points }: YieldCurve, days: number): string | undefined {
  const far = (of: number): number => Math.abs(Math.log(of / Math.max(days, 1)))
  return points.toSorted((one, other) => far(one.days) - far(other.days))[0]?.term
}

const comparisons: Readonly<Record<Sorting, (one: Bond, other: Bond) => number>> = {
  matures: (one, other) => daysBetween(other.matures, one.matures),
  price: (one, other) => Number(other.buyPrice - one.buyPrice),
  yield: (one, other) => Number(other.buyYield - one.buyYield),
}

/** The bonds on offer with the curve that prices them, for the page of bonds and for the markets. `under` the curve of a wide window. */
export function BondBrowser({ under }: { under?: ((curve: YieldCurve) => ReactNode) | undefined }) {
  const t = useText()
  const [country, setCountry] = useState<BondCountry>('US')
  const [term, setTerm] = useState<string>()
  const called = useCall(calls.list, { pageNum: 1, pageSize: 50 }, { everySeconds: 30, keepEarlier: true })
  const { data, failure } = called
  if (data === undefined)
    return failure === undefined ? (
      <Stack>
        <Columns>
          <Column>
            <SkeletonCard height={286} />
          </Column>
          <Column>
            <SkeletonRows rows={25} />
          </Column>
        </Columns>
      </Stack>
    ) : (
      <LoadError title={t('bonds.failed')} text={t('bonds.failedText')} answer={called} />
    )
  const curve = data.curves.find((each) => each.country === country)
  if (curve === undefined) return <EmptyState title={t('bonds.none')} text={t('bonds.noneReplay')} />
  const own = data.rows.filter((bond) => bond.country === country)
  return (
    <Stack>
      <Columns>
        <Column stays>
          <CurveCard
            curve={curve}
            country={country}
            term={term}
            onTerm={setTerm}
            onCountry={(chosen) => {
              setCountry(chosen)
              setTerm(undefined)
            }}
          />
          <PhaseNotice phase={own[0]?.phase} />
          {under?.(curve)}
        </Column>
        <Column>
          <BondTable bonds={own} curve={curve} term={term} onAll={() => setTerm(undefined)} country={country} />
        </Column>
      </Columns>
    </Stack>
  )
}

function PhaseNotice({ phase }: { phase: Bond['phase'] | undefined }) {
  const t = useText()
  if (phase === 'practice') return <Notice tone="warn">{t('bonds.practiceText')}</Notice>
  return phase === 'closed' ? <Notice tone="warn">{t('bonds.closedText')}</Notice> : undefined
}

type CurveCardProps = {
  curve: YieldCurve
  country: BondCountry
  term: string | undefined
  onTerm: (term: string | undefined) => void
  onCountry: (country: BondCountry) => void
}

function CurveCard({ curve, country, term, onTerm, onCountry }: CurveCardProps) {
  const t = useText()
  const shown = curve.points.find((point) => point.term === (term ?? '10Y'))
  const name = t(country === 'US' ? 'bonds.us' : 'bonds.mx')
  return (
    <Card>
      <Stack gap={8}>
        <Line spread="apart" align="start" wrap>
          <Stack gap={0}>
            <Typography size={13} tone="second">
              {t('bonds.curveTitle', { country: name, term: shown === undefined ? '' : termText(t, shown.term) })}
            </Typography>
            <Line align="baseline">
              <Hero text={shown === undefined ? '—' : yieldText(shown.yield)} />
              <Typography size={13} tone="second">
                {t('bonds.aYear')}
              </Typography>
            </Line>
          </Stack>
          <Segmented
            label={t('bonds.country')}
            options={[
              { value: 'US', text: t('bonds.countries.US') },
              { value: 'MX', text: t('bonds.countries.MX') },
            ]}
            value={country}
            onChange={onCountry}
          />
        </Line>
        <CurveChart curve={curve} term={term} told={shown?.term} onTerm={onTerm} />
      </Stack>
    </Card>
  )
}

const filterText = (t: Text, filter: Filter, country: BondCountry): string =>
  filter === 'discount' ? t(country === 'US' ? 'bonds.bills' : 'bonds.cetes') : t(`bonds.${filter}`)

type TableProps = {
  bonds: readonly Bond[]
  curve: YieldCurve
  country: BondCountry
  term: string | undefined
  onAll: () => void
}

function BondTable({ bonds, curve, country, term, onAll }: TableProps) {
  const t = useText()
  const [filter, setFilter] = useState<Filter>('all')
  const [sorting, setSorting] = useState<Sorting>('matures')
  const near = (bond: Bond): boolean =>
    term === undefined || nearestTerm(curve, daysBetween(bond.settles, bond.matures)) === term
  const shown = bonds.filter((bond) => matches(filter, bond) && near(bond)).toSorted(comparisons[sorting])
  const sorts = [
    ['matures', t('bonds.nameMatures'), '↑'],
    ['price', t('bonds.youBuyAt'), '↓'],
    ['yield', t('bonds.yield'), '↓'],
  ] as const
  return (
    <Stack>
      <Chips
        label={t('bonds.show')}
        options={filters.map((value) => ({
          value,
          text: filterText(t, value, country),
          count: bonds.filter((bond) => matches(value, bond)).length,
        }))}
        value={filter}
        onChange={setFilter}
      />
      {term === undefined ? undefined : (
        <Line spread="apart" padded wrap>
          <Typography size={13}>{t('bonds.near', { term: termText(t, term) })}</Typography>
          <Button text={t('bonds.showAll')} size="small" kind="secondary" onPress={onAll} />
        </Line>
      )}
      {shown.some(isNearDue) ? (
        <Stack padded>
          <Typography as="p" size={12} tone="second">
            {t('bonds.greyYields', { days: String(weeksFrom) })}
          </Typography>
        </Stack>
      ) : undefined}
      <Stack gap={0}>
        <fieldset className={styles['head']} aria-label={t('bonds.sort')}>
          {sorts.map(([value, text, arrow]) => (
            <button key={value} type="button" aria-pressed={value === sorting} onClick={() => setSorting(value)}>
              {value === sorting ? `${text} ${arrow}` : text}
            </button>
          ))}
        </fieldset>
        {shown.length === 0 ? (
          <EmptyState title={t('bonds.none')} text={t('bonds.noneText')} />
        ) : (
          <ul className={styles['rows']} aria-label={t('bonds.list')}>
            {shown.map((bond) => (
              <BondRow key={bond.id} bond={bond} />
            ))}
          </ul>
        )}
      </Stack>
    </Stack>
  )
}

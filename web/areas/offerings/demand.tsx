import type { Draw, Issue } from '@mex/contract/offerings/shapes.ts'
import { ticketClasses, ticketClassOf } from '@mex/core/offerings/ballot.ts'
import { initialLots, lotsAsked, scarcePools } from '@mex/core/offerings/pools.ts'
import { useCallback, useMemo } from 'react'

import { moneyText, quantityText } from '#components/figures.ts'
import { joinSentences } from '#text/sentences.ts'
import { useLanguage, useText } from '#text/use-text.ts'
import { KeyValues } from '#ui/key-values.tsx'
import { ShareBar, ShareDot, type Share, type ShareTone } from '#ui/progress-bar.tsx'
import { Tag } from '#ui/tag.tsx'
import { Typography } from '#ui/typography.tsx'
import { sampleChances } from './draw-check.ts'
import { amountOf, feeText, lotsIn, paidIn, sharesIn, timesText } from './figures.ts'
import { FigureTable, Hash, legendClass } from './table.tsx'
import { useSteps } from './use-steps.ts'
import { TitledCard } from '#ui/titled-card.tsx'

const percentOf = (share: number): string => `${(share * 100).toFixed(1)}%`

/** The first lots of each class of tickets that a person may ask for: cost, tickets, and the chance in a sample draw. */
export function CostTable({ issue, draw }: { issue: Issue; draw: Draw }) {
  const t = useText()
  const language = useLanguage()
  const most = lotsIn(issue, issue.most)
  const chances = useSteps(useCallback(() => sampleChances(draw), [draw]))
  const first = ticketClasses.map((_, index) => (index === 0 ? 1 : ticketClasses[index - 1]!.lotsMax + 1))
  const asked = lotsAsked(draw.book)
  const rows = first
    .filter((lots) => lots <= most)
    .map((lots) => {
      const amount = amountOf(issue, lots)
      const chance = chances?.get(ticketClassOf(lots))
      const cells = [
        String(lots),
        quantityText(sharesIn(issue, lots)),
        moneyText(amount, paidIn),
        String(ticketClasses[ticketClassOf(lots)]!.tickets),
        chances === undefined ? '…' : chance === undefined ? '—' : percentOf(chance),
      ]
      return { key: String(lots), cells }
    })
  const note = t('offerings.chanceNote', {
    applications: draw.book.length.toLocaleString('en-US'),
    asked: asked.toLocaleString('en-US'),
    lots: draw.publicLots.toLocaleString('en-US'),
  })
  return (
    <TitledCard
      title={t('offerings.costTitle')}
      note={t('offerings.costNote', { lot: quantityText(issue.lot), fee: feeText(t, issue.feeRate) })}
    >
      <FigureTable
        label={t('offerings.costTitle')}
        columns={[
          t('offerings.lots'),
          t('offerings.shares'),
          t('offerings.payNow'),
          t('offerings.tickets'),
          t('offerings.chance'),
        ]}
        rows={rows}
      />
      <Typography as="p" size={12} tone="third">
        {joinSentences(language, [note, t('offerings.ticketsNote')])}
      </Typography>
      <Typography as="p" size={12} tone="third">
        {t(useEachGets(draw))}
      </Typography>
    </TitledCard>
  )
}

/** The sentence of what each application gets. */
function useEachGets(draw: Draw) {
  const scarce = useMemo(() => scarcePools(draw, draw.book), [draw])
  if (scarce.length === 0) return 'offerings.everybodyOne'
  if (scarce.length === 2 || draw.mechanism === 'single') return 'offerings.oneOrNone'
  return scarce[0] === 'A' ? 'offerings.oneOrNoneSmall' : 'offerings.oneOrNoneLarge'
}

const tones: readonly ShareTone[] = ['brand', 'info', 'green', 'orange', 'grey']
const classNames = ['one', 'few', 'some', 'many', 'most'] as const

/** What the invented public asks for. */
export function DemandCard({ issue, draw }: { issue: Issue; draw: Draw }) {
  const t = useText()
  const shares = classNames.map((name, index): Share => ({
    label: t(`offerings.classes.${name}`),
    percent: draw.book.filter(({ lots }) => ticketClassOf(lots) === index).length,
    tone: tones[index]!,
  }))
  const first = initialLots(draw)
  const part = (lots: number): string => percentOf(lots / Number(draw.totalShares / draw.lot))
  const grown =
    draw.publicLots === first
      ? part(first)
      : t('offerings.publicGrows', { first: part(first), grown: part(draw.publicLots) })
  return (
    <TitledCard title={t('offerings.demand')} aside={<Tag text={t('offerings.generated')} tone="warn" />}>
      <ShareBar shares={shares} />
      <ul className={legendClass}>
        {shares
          .filter(({ percent }) => percent > 0)
          .map(({ label, tone, percent }) => (
            <li key={label}>
              <ShareDot tone={tone} />
              {`${label} · ${percentOf(percent / draw.book.length)}`}
            </li>
          ))}
      </ul>
      <KeyValues
        rows={[
          {
            label: t('offerings.timesCovered'),
            value: t('offerings.times', { times: timesText(issue.timesCovered) }),
          },
          { label: t('offerings.publicPart'), value: grown },
          { label: t('offerings.publicLots'), value: draw.publicLots.toLocaleString('en-US') },
          { label: t('offerings.bookHash'), value: <Hash text={draw.bookHash} /> },
          { label: t('offerings.seedHash'), value: <Hash text={draw.commitment} /> },
        ]}
      />
    </TitledCard>
  )
}

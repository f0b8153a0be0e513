import { audit } from '@mex/contract/market/audit.ts'
import type { Application, Draw } from '@mex/contract/offerings/shapes.ts'
import { ticketClasses, ticketClassOf } from '@mex/core/offerings/ballot.ts'
import { lotsAsked } from '@mex/core/offerings/pools.ts'
import { CircleCheck, CircleX, Download } from 'lucide-react'
import { useCallback, useState, type ReactNode } from 'react'

import { saveFile } from '#data/save-file.ts'
import { useText, type Text } from '#text/use-text.ts'
import { Button } from '#ui/button.tsx'
import { Line } from '#ui/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import { SkeletonCard } from '#ui/skeleton.tsx'
import { Tag } from '#ui/tag.tsx'
import { Typography } from '#ui/typography.tsx'
import styles from './check-row.module.css'
import { checkDraw, isMade, type CheckedDraw, type MadeDraw } from './draw-check.ts'
import { lotsIn, timesText } from './figures.ts'
import { shareOf } from './placing-figures.ts'
import { FigureTable, Hash } from './table.tsx'
import { useSteps } from './use-steps.ts'
import { TitledCard } from '#ui/titled-card.tsx'

type Props = { offer: number; draw: Draw; application: Application | undefined }

/** How a draw was made: recomputed on this device, with the inputs, and saved on request. */
export function DrawProof({ draw, ...props }: Props) {
  return isMade(draw) ? <MadeProof draw={draw} {...props} /> : undefined
}

function MadeProof({ offer, draw, application }: Props & { readonly draw: MadeDraw }) {
  const t = useText()
  const [times, setTimes] = useState(0)
  const id = application?.id
  const lots = application === undefined ? undefined : lotsIn(application, application.quantity)
  const check = useCallback(
    () => checkDraw(draw, offer, id === undefined || lots === undefined ? undefined : { id, lots }),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `times` asks for the check once more
    [draw, offer, id, lots, times],
  )
  const checked = useSteps(check)
  if (checked === undefined) return <SkeletonCard height={420} />
  const told = draw.applications.find((each) => each.id === `p${id}`)?.allottedLots
  const isOwnRight = checked.own === undefined || checked.own.lots === told
  const isRight = checked.seedMatches && checked.bookMatches && checked.keyMatches && isOwnRight
  return (
    <>
      <TitledCard
        title={t(isShared(draw) ? 'placings.howShared' : 'offerings.howDrawn')}
        aside={
          <Tag text={t(isRight ? 'offerings.verified' : 'offerings.mismatch')} tone={isRight ? 'success' : 'danger'} />
        }
      >
        <Checks draw={draw} checked={checked} isOwnRight={isOwnRight} lots={lots} />
        {isRight ? undefined : <Notice tone="danger">{t('offerings.mismatchText')}</Notice>}
        <Typography as="p" size={12} tone="third">
          {t('offerings.randomnessLimit')}
        </Typography>
        <Line spread="even">
          <Button text={t('offerings.checkAgain')} kind="secondary" onPress={() => setTimes(times + 1)} />
          <Button
            text={t('offerings.saveDraw')}
            kind="secondary"
            icon={<Download />}
            onPress={() => saveFile({ name: `draw-${offer}.json`, type: 'application/json', content: dataOf(draw) })}
          />
        </Line>
      </TitledCard>
      {isShared(draw) ? <SharedBasis draw={draw} ownLots={lots} /> : <Basis draw={draw} ownLots={lots} />}
    </>
  )
}

type ChecksProps = {
  draw: Draw
  checked: CheckedDraw
  isOwnRight: boolean
  /** What the person asked for. */
  lots: number | undefined
}

/** What was checked, one line each, with the input. */
function Checks({ draw, checked, isOwnRight, lots }: ChecksProps) {
  const t = useText()
  const { own } = checked
  const rank =
    own === undefined
      ? ''
      : t('offerings.bestRank', {
          rank: own.rank.toLocaleString('en-US'),
          all: own.ofApplications.toLocaleString('en-US'),
        })
  return (
    <>
      <Check
        isRight={checked.seedMatches}
        what={t('offerings.seedSealed')}
        note={t('offerings.seedMatches')}
        value={<Hash text={draw.seed ?? ''} />}
      />
      <Check
        isRight={checked.keyMatches}
        what={t('offerings.randomness')}
        note={t('offerings.randomnessText', { source: draw.beaconSource ?? '' })}
        place={placeOf(draw)}
        value={<Hash text={draw.beacon ?? ''} />}
      />
      <Check
        isRight={checked.bookMatches}
        what={t('offerings.bookOf')}
        note={t('offerings.bookUnchanged')}
        value={<Hash text={draw.bookHash} />}
      />
      {own === undefined ? undefined : (
        <Check
          isRight={isOwnRight}
          what={t(isShared(draw) ? 'placings.rank' : 'offerings.bestTicket')}
          note={[
            ...(isShared(draw) && lots !== undefined ? [sumText(t, draw, lots)] : []),
            rank,
            `${t('offerings.lotsAgain')}: ${own.lots}`,
          ].join(' · ')}
          value={<Hash text={own.hash} />}
        />
      )}
    </>
  )
}

/** A placing is shared out in proportion; only its odd lots go by rank (rulebook §21). */
const isShared = ({ mechanism }: Draw): boolean => mechanism === 'pro_rata'

/** '5 × 12,000 ÷ 38,405 = 1.56'. */
function sumText(t: Text, draw: Draw, lots: number): string {
  const { supply, demand, part } = shareOf({ ...draw, lotsAsked: lotsAsked(draw.book) }, lots)
  const grouped = (count: number): string => count.toLocaleString('en-US')
  return t('placings.partText', { lots: grouped(lots), supply: grouped(supply), demand: grouped(demand), part })
}

/** The draw as a file: amounts as decimal texts are not needed to recompute it. */
const dataOf = (draw: Draw): string =>
  JSON.stringify(draw, (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value), 2)

/** Where anybody can look the randomness up: the link of the public chain whose hash it is. */
const placeOf = ({ beaconSource }: Draw): string | undefined => {
  const sequence = beaconSource?.match(/\d+$/)?.[0]
  return sequence === undefined ? undefined : `${audit.seal.path}?sequence=${sequence}`
}

type CheckProps = { isRight: boolean; what: string; note: string; place?: string | undefined; value: ReactNode }

function Check({ isRight, what, note, place, value }: CheckProps) {
  const t = useText()
  const Icon = isRight ? CircleCheck : CircleX
  return (
    <div className={styles['row']} data-wrong={!isRight || undefined}>
      <Icon aria-hidden="true" />
      <span className={styles['words']}>
        <Typography size={13} weight="medium">
          {what}
        </Typography>
        <Typography size={12} tone="second">
          {note}
        </Typography>
        {place === undefined ? undefined : (
          <a href={place} target="_blank" rel="noreferrer">
            {t('offerings.lookUp', { place })}
          </a>
        )}
      </span>
      {value}
    </div>
  )
}

const classNames = ['one', 'few', 'some', 'many', 'most'] as const

/** What the applications of each size got; the row of the person is marked. */
function Basis({ draw, ownLots }: { draw: Draw; ownLots: number | undefined }) {
  const t = useText()
  const ownClass = ownLots === undefined ? undefined : ticketClassOf(ownLots)
  const rows = ticketClasses.flatMap((_, index) => {
    const of = draw.basis.filter(({ lots }) => ticketClassOf(lots) === index)
    const sum = (count: (row: (typeof of)[number]) => number): number => of.reduce((all, row) => all + count(row), 0)
    const [applications, served] = [sum((row) => row.applications), sum((row) => row.served)]
    if (applications === 0) return []
    const name = t(`offerings.classes.${classNames[index]!}`)
    return [
      {
        key: String(index),
        own: index === ownClass,
        cells: [
          index === ownClass ? t('offerings.you', { name }) : name,
          applications.toLocaleString('en-US'),
          served.toLocaleString('en-US'),
          ((served / applications) * 100).toFixed(1),
        ],
      },
    ]
  })
  return (
    <TitledCard
      title={t('offerings.poolResult')}
      note={t('offerings.poolNote', {
        times: timesText(draw.timesCovered),
        lots: draw.publicLots.toLocaleString('en-US'),
      })}
    >
      <FigureTable
        label={t('offerings.poolResult')}
        columns={[t('offerings.lots'), t('offerings.applications'), t('offerings.got'), t('offerings.share')]}
        rows={rows}
      />
    </TitledCard>
  )
}

/** What the applications of each size got of a placing: everybody about the same part. */
function SharedBasis({ draw, ownLots }: { draw: Draw; ownLots: number | undefined }) {
  const t = useText()
  const ownClass = ownLots === undefined ? undefined : ticketClassOf(ownLots)
  const rows = ticketClasses.flatMap((_, index) => {
    const of = draw.basis.filter(({ lots }) => ticketClassOf(lots) === index)
    const sum = (count: (row: (typeof of)[number]) => number): number => of.reduce((all, row) => all + count(row), 0)
    const [asked, allotted] = [sum((row) => row.lots * row.applications), sum((row) => row.allotted)]
    if (asked === 0) return []
    const name = t(`offerings.classes.${classNames[index]!}`)
    const cells = [
      index === ownClass ? t('offerings.you', { name }) : name,
      sum((row) => row.applications).toLocaleString('en-US'),
      allotted.toLocaleString('en-US'),
      ((allotted / asked) * 100).toFixed(1),
    ]
    return [{ key: String(index), own: index === ownClass, cells }]
  })
  return (
    <TitledCard title={t('placings.result')}>
      <FigureTable
        label={t('placings.result')}
        columns={[t('offerings.lots'), t('offerings.applications'), t('placings.allotted'), t('offerings.share')]}
        rows={rows}
      />
    </TitledCard>
  )
}

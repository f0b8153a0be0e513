import { marketScreens, type ScreenedShare } from '@mex/contract/market/screens.ts'
import { shareMarkets, type ShareMarket } from '@mex/core/market/instrument.ts'
import { screenFigures, type ScreenFigure } from '@mex/core/market/screen.ts'
import type { Percent } from '@mex/core/money/money.ts'
import { useState, type ReactNode } from 'react'

import { refresh, useCall } from '#data/call.ts'
import { usePages } from '#data/pages.ts'
import { useNavigation, useParameters } from '#data/use-navigation.ts'
import { changePercentText, percentText, priceText, useCompact } from '#components/figures.ts'
import { LoadError } from '#components/load-error.tsx'
import { LoadedRows, MoreRows } from '#components/loaded-rows.tsx'
import { useText, type Text } from '#text/use-text.ts'
import { Change } from '#ui/amount.tsx'
import { Card } from '#ui/card.tsx'
import { Chips } from '#ui/chips.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Column, Columns, Line, Stack } from '#ui/layout.tsx'
import { List, Row } from '#ui/list.tsx'
import { Screen } from '#ui/screen.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Select } from '#ui/select.tsx'
import { SkeletonCard } from '#ui/skeleton.tsx'
import { TextButton } from '#ui/text-button.tsx'
import { Typography } from '#ui/typography.tsx'
import { quoteHrefOf } from '#areas/market/door/links.ts'
import { useMarketTexts } from '#areas/market/door/market-texts.ts'
import { HeatMap, SectorTable } from './heat-map.tsx'
import { boundsOf, filters, nothingChosen, type Chosen } from './screener-filters.ts'
import styles from './screener.module.css'

const everySeconds = 60
const rowsOfPage = 30
const fundGroup = 'fund'

/** The sectors of a stock market as a heat map, and its shares and funds by filters. */
export function ScreenerScreen() {
  const t = useText()
  const words = useMarketTexts()
  const navigation = useNavigation()
  const { market: said, group } = useParameters('screener')
  const market: ShareMarket = shareMarkets.find((one) => one === said) ?? 'US'
  // Another market has filters of its own, but is seen in the same way.
  const [view, setView] = useState<View>('map')
  const sectors = useCall(marketScreens.sectors, { market }, { everySeconds, keepEarlier: true })
  const choose = (chosen: string | undefined) =>
    navigation.setParameters('screener', { market, ...(chosen === undefined ? {} : { group: chosen }) })
  return (
    <Screen
      wide="desk"
      title={t('titles.screener')}
      waiting={sectors.data === undefined}
      onRefresh={() => refresh(marketScreens.sectors, marketScreens.screen)}
    >
      <Chips
        label={t('market.markets')}
        options={shareMarkets.map((value) => ({ value, text: words[value] }))}
        value={market}
        onChange={(value) => navigation.setParameters('screener', { market: value })}
      />
      {sectors.data === undefined && sectors.failure !== undefined ? (
        <LoadError title={t('screener.failed')} text={t('screener.failedText')} answer={sectors} />
      ) : undefined}
      {sectors.data === undefined && sectors.failure === undefined ? <SkeletonCard height={640} /> : undefined}
      {sectors.data === undefined ? undefined : (
        <Results key={market} market={market} group={group} onGroup={choose} sectors={sectors.data}>
          <Sectors
            sectors={sectors.data}
            chosen={group}
            onChoose={(one) => choose(one === group ? undefined : one)}
            view={view}
            onView={setView}
          />
        </Results>
      )}
    </Screen>
  )
}

type SectorsProps = Parameters<typeof HeatMap>[0]
type View = 'map' | 'table'

function Sectors({ view, onView, ...props }: SectorsProps & { view: View; onView: (view: View) => void }) {
  const t = useText()
  return (
    <Stack gap={12}>
      <Typography size={17} weight="bold" as="h2">
        {t('screener.sectors')}
      </Typography>
      <Segmented
        label={t('screener.view')}
        options={[
          { value: 'map', text: t('screener.asMap') },
          { value: 'table', text: t('screener.asTable') },
        ]}
        value={view}
        onChange={onView}
      />
      {view === 'map' ? (
        <HeatMap {...props} />
      ) : (
        <Card>
          <SectorTable {...props} />
        </Card>
      )}
      <Typography size={12} tone="third" as="p">
        {t('screener.sectorsText')}
      </Typography>
    </Stack>
  )
}

type Order = `${ScreenFigure} ${'asc' | 'desc'}`
const orders = screenFigures.flatMap((figure): Order[] => [`${figure} desc`, `${figure} asc`])
/** The figure and the direction of an order. */
const partsOf = (order: Order) => order.split(' ') as [ScreenFigure, 'asc' | 'desc']

function useFigureTexts(): Readonly<Record<ScreenFigure, string>> {
  const t = useText()
  return {
    last: t('screener.price'),
    changeRatio: t('screener.change'),
    volume: t('screener.volume'),
    dividendYield: t('screener.dividendYield'),
    volatility: t('screener.volatility'),
  }
}

type ResultsProps = {
  market: ShareMarket
  group: string | undefined
  onGroup: (group: string | undefined) => void
  sectors: SectorsProps['sectors']
  /** Above the filters. */
  children: ReactNode
}

function Results({ market, group, onGroup, sectors, children }: ResultsProps) {
  const t = useText()
  const [chosen, setChosen] = useState<Chosen>(nothingChosen)
  const [order, setOrder] = useState<Order>('changeRatio desc')
  const [figure, direction] = partsOf(order)
  const pages = usePages(
    marketScreens.screen,
    { market, group, ...boundsOf(chosen), sort: figure, order: direction, pageNum: 1, pageSize: rowsOfPage },
    { everySeconds, keepEarlier: true },
  )
  const groups = [
    { value: 'all', text: t('screener.all') },
    ...sectors.map(({ group: value, name: text }) => ({ value, text })),
    { value: fundGroup, text: t('screener.funds') },
  ]
  return (
    <Columns>
      <Column>
        {children}
        <Filters groups={groups} {...{ group, onGroup, chosen, order }} onChoose={setChosen} onOrder={setOrder} />
      </Column>
      <Column>
        <Typography size={17} weight="bold" as="p">
          <output>{pages.total === undefined ? '' : t('screener.found', { count: pages.total })}</output>
        </Typography>
        <LoadedRows
          called={pages}
          failed={{ title: t('screener.failed'), text: t('screener.failedText') }}
          waitingRows={8}
          empty={<EmptyState title={t('screener.none')} text={t('screener.noneText')} />}
        >
          {(rows) => (
            <List label={t('screener.results')}>
              {rows.map((row) => (
                <ResultRow key={row.code} row={row} />
              ))}
            </List>
          )}
        </LoadedRows>
        <MoreRows pages={pages} />
        <Typography size={12} tone="third" as="p">
          {t('screener.about')}
        </Typography>
      </Column>
    </Columns>
  )
}

type FiltersProps = {
  groups: readonly { value: string; text: string }[]
  group: string | undefined
  onGroup: (group: string | undefined) => void
  chosen: Chosen
  onChoose: (chosen: Chosen) => void
  order: Order
  onOrder: (order: Order) => void
}

function Filters({ groups, group, onGroup, chosen, onChoose, order, onOrder }: FiltersProps) {
  const t = useText()
  const figures = useFigureTexts()
  const orderText = (value: Order): string => {
    const [by, way] = partsOf(value)
    return t(way === 'desc' ? 'screener.highFirst' : 'screener.lowFirst', { figure: figures[by] })
  }
  return (
    <>
      <Line spread="apart">
        <Typography size={17} weight="bold" as="h2">
          {t('screener.filters')}
        </Typography>
        <TextButton
          text={t('screener.reset')}
          onPress={() => {
            onChoose(nothingChosen)
            onGroup(undefined)
          }}
        />
      </Line>
      <div className={styles['filters']}>
        <Select
          label={t('screener.sector')}
          options={groups}
          value={groups.some(({ value }) => value === group) ? group : 'all'}
          onChange={(value) => onGroup(value === 'all' ? undefined : value)}
        />
        {screenFigures.map((one) => (
          <Select
            key={one}
            label={figures[one]}
            options={filters[one].map(({ value, text }) => ({ value, text: text(t) }))}
            value={chosen[one]}
            onChange={(value) => onChoose({ ...chosen, [one]: value })}
          />
        ))}
      </div>
      <Select
        label={t('screener.sort')}
        options={orders.map((value) => ({ value, text: orderText(value) }))}
        value={order}
        onChange={onOrder}
      />
    </>
  )
}

const yieldText = (t: Text, dividendYield: Percent): string =>
  dividendYield === 0n ? t('screener.noYield') : t('screener.yieldOf', { dividendYield: percentText(dividendYield) })

function ResultRow({ row }: { row: ScreenedShare }) {
  const t = useText()
  const compact = useCompact()
  const { code, name, last, tick, changeRatio, volume } = row
  const facts = [
    t('screener.volumeOf', { volume: compact(volume) }),
    row.dividendYield !== undefined && yieldText(t, row.dividendYield),
    row.volatility !== undefined && t('screener.volatilityOf', { volatility: percentText(row.volatility) }),
  ].filter((fact) => fact !== false)
  return (
    <Row
      height={62}
      title={`${name} · ${code}`}
      subtitle={facts.join(' · ')}
      value={priceText(last, tick)}
      note={<Change change={changePercentText(changeRatio)} />}
      href={quoteHrefOf(row)}
    />
  )
}

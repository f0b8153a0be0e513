import { watchlist } from '@mex/contract/watchlist/calls.ts'
import type { Watch } from '@mex/contract/watchlist/shapes.ts'
import { FolderPen, Star } from 'lucide-react'
import { useState } from 'react'

import { announce } from '#data/announce.ts'
import { hrefOf } from '#data/links.ts'
import { refresh, useCall, useSend } from '#data/call.ts'
import { useMarketTexts } from '#areas/market/door/market-texts.ts'
import { LoadError } from '#components/load-error.tsx'
import { useText } from '#text/use-text.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { VisuallyHidden } from '#ui/layout.tsx'
import { List, Row } from '#ui/list.tsx'
import { Screen } from '#ui/screen.tsx'
import { SkeletonRows } from '#ui/skeleton.tsx'
import styles from './manage.module.css'

/** Selects watched instruments and removes them. */
export function ManageWatchlist() {
  const t = useText()
  const { data, failure, retry } = useCall(watchlist.list, {})
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const removal = useRemoval()
  const rows = data ?? []
  const ids = rows.map(({ id }) => id).filter((id) => chosen.has(id))
  const toggle = (id: number, isChosen: boolean) => {
    const next = new Set(ids)
    if (isChosen) next.add(id)
    else next.delete(id)
    setChosen(next)
  }
  const remove = (
    <Button
      text={t('watchlist.remove', { count: ids.length })}
      kind="danger"
      size="large"
      wide
      busy={removal.isBusy}
      disabled={ids.length === 0}
      reason={t('watchlist.chooseFirst')}
      onPress={() => void removal.remove(ids)}
    />
  )
  return (
    <Screen
      title={t('titles.manageWatchlist')}
      waiting={data === undefined}
      footer={rows.length > 0 ? remove : undefined}
    >
      {data === undefined && failure === undefined ? <SkeletonRows /> : undefined}
      {data === undefined && failure !== undefined ? (
        <LoadError title={t('watchlist.failed')} text={t('watchlist.failedText')} answer={{ failure, retry }} />
      ) : undefined}
      {data?.length === 0 ? <Nothing /> : undefined}
      {rows.length > 0 ? (
        <List label={t('watchlist.groups')}>
          <Row icon={<FolderPen aria-hidden="true" />} title={t('watchlist.groupFill')} href={hrefOf('watchGroups')} />
        </List>
      ) : undefined}
      {rows.length > 0 ? (
        <Card flush>
          <div className={styles['lines']}>
            <div className={styles['row']}>
              <Checkbox
                label={t('watchlist.selectAll')}
                checked={ids.length === rows.length}
                onChange={(all) => setChosen(new Set(all ? rows.map(({ id }) => id) : []))}
              />
            </div>
            {rows.map((row) => (
              <Line key={row.id} row={row} isChosen={chosen.has(row.id)} onChange={(on) => toggle(row.id, on)} />
            ))}
          </div>
        </Card>
      ) : undefined}
      <VisuallyHidden>
        <output>{t('watchlist.selected', { count: ids.length })}</output>
      </VisuallyHidden>
    </Screen>
  )
}

/** Removes them one by one, so that only failed ones stay. */
function useRemoval() {
  const { send } = useSend(watchlist.remove)
  const [isBusy, setBusy] = useState(false)
  const remove = async (ids: readonly number[]): Promise<void> => {
    setBusy(true)
    let removed = 0
    for (const id of ids) {
      if ((await send({ id })) === undefined) break
      removed += 1
    }
    await refresh(watchlist.list)
    setBusy(false)
    if (removed === ids.length) announce({ kind: 'done', text: undefined })
  }
  return { remove, isBusy }
}

function Nothing() {
  const t = useText()
  return (
    <EmptyState
      icon={<Star aria-hidden="true" />}
      title={t('watchlist.emptyTitle')}
      text={t('watchlist.emptyText')}
      action={<Button text={t('watchlist.find')} href={hrefOf('search')} />}
    />
  )
}

type LineProps = { row: Watch; isChosen: boolean; onChange: (isChosen: boolean) => void }

function Line({ row, isChosen, onChange }: LineProps) {
  const markets = useMarketTexts()
  return (
    <div className={styles['row']}>
      <Checkbox
        label={
          <span className={styles['label']}>
            <span className={styles['name']}>{row.name}</span>
            <span className={styles['code']}>{`${row.code} · ${markets[row.market]}`}</span>
          </span>
        }
        checked={isChosen}
        onChange={onChange}
      />
    </div>
  )
}

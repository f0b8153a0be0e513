import { watchGroups, type WatchGroup } from '@mex/contract/watchlist/groups.ts'
import { ArrowDown, ArrowUp, FolderPlus } from 'lucide-react'
import { useState } from 'react'

import { LoadedRows } from '#components/loaded-rows.tsx'
import { useCall, useSend } from '#data/call.ts'
import { useText } from '#text/use-text.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { List, Row } from '#ui/list.tsx'
import { Screen } from '#ui/screen.tsx'
import { Typography } from '#ui/typography.tsx'
import { GroupSheet } from './group-sheet.tsx'
import styles from './groups.module.css'

/** The groups of the watchlist: makes, orders, edits and deletes them. */
export function WatchGroups() {
  const t = useText()
  const called = useCall(watchGroups.list, {})
  const [edited, setEdited] = useState<WatchGroup>()
  const [isOpen, setOpen] = useState(false)
  /** Each opening starts a form of its own. */
  const [openings, setOpenings] = useState(0)
  const edit = (group: WatchGroup | undefined) => {
    setEdited(group)
    setOpen(true)
    setOpenings(openings + 1)
  }
  const create = <Button text={t('watchGroups.create')} size="large" wide onPress={() => edit(undefined)} />
  return (
    <Screen title={t('titles.watchGroups')} waiting={called.isWaiting} footer={create}>
      <LoadedRows
        called={called}
        failed={{ title: t('watchGroups.failed'), text: t('watchGroups.failedText') }}
        waitingRows={3}
        empty={
          <EmptyState
            icon={<FolderPlus aria-hidden="true" />}
            title={t('watchGroups.emptyTitle')}
            text={t('watchGroups.emptyText')}
          />
        }
      >
        {(groups) => <Groups groups={groups} onEdit={edit} />}
      </LoadedRows>
      {called.data === undefined || called.data.length === 0 ? undefined : (
        <Typography as="p" size={12} tone="third">
          {t('watchGroups.note')}
        </Typography>
      )}
      <GroupSheet key={openings} group={edited} open={isOpen} onClose={() => setOpen(false)} />
    </Screen>
  )
}

type GroupsProps = { groups: readonly WatchGroup[]; onEdit: (group: WatchGroup) => void }

function Groups({ groups, onEdit }: GroupsProps) {
  const t = useText()
  const { send } = useSend(watchGroups.order, { stale: [watchGroups.list] })
  const ids = groups.map(({ id }) => id)
  /** Exchanges a group with the one before it. */
  const raise = (index: number) => {
    const [before, group] = [ids[index - 1], ids[index]]
    if (before !== undefined && group !== undefined) void send({ ids: ids.with(index - 1, group).with(index, before) })
  }
  return (
    <List label={t('watchGroups.list')}>
      {groups.map((group, index) => (
        <div key={group.id} className={styles['row']}>
          <Row
            title={group.name}
            subtitle={t('watchGroups.count', { count: group.rows.length })}
            height={62}
            arrow={false}
            onPress={() => onEdit(group)}
          />
          <IconButton
            icon={<ArrowUp aria-hidden="true" />}
            label={t('watchGroups.up', { name: group.name })}
            disabled={index === 0}
            onPress={() => raise(index)}
          />
          <IconButton
            icon={<ArrowDown aria-hidden="true" />}
            label={t('watchGroups.down', { name: group.name })}
            disabled={index === groups.length - 1}
            onPress={() => raise(index + 1)}
          />
        </div>
      ))}
    </List>
  )
}

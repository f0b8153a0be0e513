import { watchlist } from '@mex/contract/watchlist/calls.ts'
import { watchGroups, type WatchGroup } from '@mex/contract/watchlist/groups.ts'
import type { Watch } from '@mex/contract/watchlist/shapes.ts'
import { settings } from '@mex/core/settings.ts'
import { useState } from 'react'

import { useMarketTexts } from '#areas/market/door/market-texts.ts'
import { useFailureText } from '#components/failure-text.ts'
import { refresh, useCall, useSend } from '#data/call.ts'
import { useIsConnected } from '#data/live.ts'
import { useText } from '#text/use-text.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { Stack } from '#ui/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import { Sheet } from '#ui/sheet.tsx'
import { SkeletonRows } from '#ui/skeleton.tsx'
import { TextField } from '#ui/text-field.tsx'
import { Typography } from '#ui/typography.tsx'
import styles from './manage.module.css'

type Props = { group: WatchGroup | undefined; open: boolean; onClose: () => void }

/** What is entered about a group, and the calls that save and delete it. */
function useGroup(group: WatchGroup | undefined, onClose: () => void) {
  const [name, setName] = useState(group?.name ?? '')
  const [rows, setRows] = useState<ReadonlySet<number>>(new Set(group?.rows))
  const [isTried, setTried] = useState(false)
  const save = useSend(watchGroups.save, { showsRefusals: true })
  const fill = useSend(watchGroups.fill, { showsRefusals: true, done: true })
  const remove = useSend(watchGroups.remove, { stale: [watchGroups.list], done: true })
  const isMissing = name.trim() === ''
  const submit = async () => {
    setTried(true)
    if (isMissing) return
    const saved = await save.send({ ...(group === undefined ? {} : { id: group.id }), name: name.trim() })
    if (saved === undefined) return
    const isFilled = (await fill.send({ id: saved.id, rows: [...rows] })) !== undefined
    await refresh(watchGroups.list)
    if (isFilled) onClose()
  }
  const removeGroup = async () => {
    if (group !== undefined && (await remove.send({ id: group.id })) !== undefined) onClose()
  }
  return {
    name,
    setName,
    rows,
    setRows,
    isTried,
    isMissing,
    save: { submit, isBusy: save.isBusy || fill.isBusy, failure: save.failure ?? fill.failure },
    remove: { submit: removeGroup, isBusy: remove.isBusy },
  }
}

/** The name of a group and what is in it; a new group without one. */
export function GroupSheet({ group, open, onClose }: Props) {
  const t = useText()
  const isConnected = useIsConnected()
  const failureText = useFailureText()
  const { name, setName, rows, setRows, isTried, isMissing, save, remove } = useGroup(group, onClose)
  const [isRemoving, setRemoving] = useState(false)
  const isAtName = save.failure?.field === 'groupName'
  const general = isAtName ? undefined : failureText(save.failure)
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t(group === undefined ? 'watchGroups.create' : 'watchGroups.edit')}
      footer={
        <>
          {group === undefined ? undefined : (
            <Button text={t('watchGroups.remove')} kind="secondary" size="large" onPress={() => setRemoving(true)} />
          )}
          <Button
            text={t('watchGroups.save')}
            size="large"
            wide
            busy={save.isBusy}
            disabled={!isConnected}
            reason={t('watchGroups.offline')}
            onPress={() => void save.submit()}
          />
        </>
      }
    >
      <Stack gap={16}>
        <TextField
          label={t('watchGroups.name')}
          value={name}
          onChange={setName}
          maxLength={settings.watchlist.groupNameMax}
          autoComplete="off"
          error={isTried && isMissing ? t('watchGroups.nameMissing') : isAtName ? save.failure?.message : undefined}
        />
        {general === undefined ? undefined : (
          <Notice tone="danger" urgent>
            {general}
          </Notice>
        )}
        <Members rows={rows} onChange={setRows} />
      </Stack>
      <ConfirmDialog
        open={isRemoving}
        title={t('watchGroups.remove')}
        text={t('watchGroups.removeText')}
        confirm={t('watchGroups.remove')}
        kind="danger"
        busy={remove.isBusy}
        onConfirm={() => void remove.submit().finally(() => setRemoving(false))}
        onClose={() => setRemoving(false)}
      />
    </Sheet>
  )
}

type MembersProps = { rows: ReadonlySet<number>; onChange: (rows: ReadonlySet<number>) => void }

/** The watchlist, with what is in the group. */
function Members({ rows, onChange }: MembersProps) {
  const t = useText()
  const { data } = useCall(watchlist.list, {})
  if (data === undefined) return <SkeletonRows rows={4} />
  if (data.length === 0)
    return (
      <Typography size={13} tone="second" as="p">
        {t('watchGroups.nothing')}
      </Typography>
    )
  const toggle = (id: number, isIn: boolean) => {
    const next = new Set(rows)
    if (isIn) next.add(id)
    else next.delete(id)
    onChange(next)
  }
  return (
    <fieldset aria-label={t('watchGroups.members')} className={styles['lines']}>
      {data.map((row) => (
        <Member key={row.id} row={row} isIn={rows.has(row.id)} onChange={(isIn) => toggle(row.id, isIn)} />
      ))}
    </fieldset>
  )
}

type MemberProps = { row: Watch; isIn: boolean; onChange: (isIn: boolean) => void }

function Member({ row, isIn, onChange }: MemberProps) {
  const markets = useMarketTexts()
  const label = (
    <span className={styles['label']}>
      <span className={styles['name']}>{row.name}</span>
      <span className={styles['code']}>{`${row.code} · ${markets[row.market]}`}</span>
    </span>
  )
  return <Checkbox label={label} checked={isIn} onChange={onChange} />
}

import { sessions, type Session } from '@mex/contract/account/sessions.ts'
import { LogOut, MonitorSmartphone } from 'lucide-react'
import { useState } from 'react'

import { useCall, useSend } from '#data/call.ts'
import { LoadError } from '#components/load-error.tsx'
import { formatTimestamp } from '#text/format-time.ts'
import { useText, type Text } from '#text/use-text.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { List, Row } from '#ui/list.tsx'
import { SkeletonRows } from '#ui/skeleton.tsx'
import { Tag } from '#ui/tag.tsx'
import { agentName } from '@mex/contract/account/agent-name.ts'

function agentText(t: Text, agent: string): string {
  const { browser, system, program } = agentName(agent)
  if (program !== undefined) return t('setting.program', { name: program })
  if (browser === undefined) return system ?? t('setting.unknownAgent')
  return system === undefined ? browser : t('setting.onSystem', { browser, system })
}

/** The sessions of the user; other sessions can be ended one by one or all at once. */
export function SessionList() {
  const t = useText()
  const { data, isWaiting, failure, retry } = useCall(sessions.sessions, {})
  const [ending, setEnding] = useState<readonly Session[]>([])
  const end = useSend(sessions.revokeSession, { stale: [sessions.sessions], done: true })
  if (data === undefined && failure !== undefined) {
    return <LoadError title={t('setting.sessionsFailed')} answer={{ failure, retry }} />
  }
  if (data === undefined || isWaiting) return <SkeletonRows rows={2} />
  const ordered = data.toSorted(
    (left, right) => Number(right.isCurrent) - Number(left.isCurrent) || right.lastSeenAt - left.lastSeenAt,
  )
  const others = ordered.filter((session) => !session.isCurrent)
  const [only] = ending
  const endAll = async () => {
    for (const session of ending) await end.send({ id: session.id })
    setEnding([])
  }
  return (
    <>
      <List label={t('setting.sessions')}>
        {ordered.map((session) => (
          <Row
            key={session.id}
            height={62}
            icon={<MonitorSmartphone aria-hidden="true" />}
            title={agentText(t, session.agent)}
            subtitle={
              session.isCurrent
                ? t('setting.activeNow')
                : t('setting.lastSeen', { time: formatTimestamp(session.lastSeenAt) })
            }
            value={
              session.isCurrent ? (
                <Tag text={t('setting.thisDevice')} tone="brand" />
              ) : (
                <IconButton
                  icon={<LogOut aria-hidden="true" />}
                  label={t('setting.endSessionOf', { agent: agentText(t, session.agent) })}
                  onPress={() => setEnding([session])}
                />
              )
            }
          />
        ))}
      </List>
      {others.length > 1 ? (
        <Button text={t('setting.endOthers')} kind="secondary" wide onPress={() => setEnding(others)} />
      ) : undefined}
      <ConfirmDialog
        open={only !== undefined}
        title={ending.length > 1 ? t('setting.endOthers') : t('setting.endTitle')}
        text={
          ending.length > 1
            ? t('setting.endOthersText')
            : t('setting.endText', { agent: only === undefined ? '' : agentText(t, only.agent) })
        }
        confirm={t('setting.endSession')}
        kind="danger"
        busy={end.isBusy}
        onConfirm={() => void endAll()}
        onClose={() => setEnding([])}
      />
    </>
  )
}

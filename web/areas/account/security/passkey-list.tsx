import { security, type Passkey } from '@mex/contract/account/security.ts'
import { KeyRound, Trash2 } from 'lucide-react'
import { useState } from 'react'

import { useCall, useSend } from '#data/call.ts'
import { passkeysWork } from './passkeys.ts'
import { LoadError } from '#components/load-error.tsx'
import { formatTimestamp } from '#text/format-time.ts'
import { joinSentences } from '#text/sentences.ts'
import { useLanguage, useText } from '#text/use-text.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Stack } from '#ui/layout.tsx'
import { List, Row } from '#ui/list.tsx'
import { Notice } from '#ui/notice.tsx'
import { SkeletonCard } from '#ui/skeleton.tsx'
import { NewPasskey } from './new-passkey.tsx'

/** The passkeys of the account: each can be removed, and the browser can create another one if it supports them. */
export function PasskeyList() {
  const t = useText()
  const language = useLanguage()
  const { data, failure, retry } = useCall(security.passkeys, {})
  const [adds, setAdds] = useState(false)
  if (data === undefined && failure !== undefined)
    return <LoadError title={t('security.passkeysFailed')} answer={{ failure, retry }} />
  return (
    <Stack gap={12}>
      {data === undefined ? (
        <SkeletonCard height={184} />
      ) : data.length === 0 ? (
        <EmptyState
          icon={<KeyRound aria-hidden="true" />}
          title={t('security.noPasskeys')}
          text={joinSentences(language, [
            t('security.passkeysText'),
            ...(passkeysWork() ? [] : [t('security.passkeyUnsupported')]),
          ])}
        />
      ) : (
        <Passkeys passkeys={data} />
      )}
      {passkeysWork() ? (
        <Button text={t('security.addPasskey')} kind="secondary" wide onPress={() => setAdds(true)} />
      ) : data?.length === 0 ? undefined : (
        <Notice>{t('security.passkeyUnsupported')}</Notice>
      )}
      <NewPasskey open={adds} onClose={() => setAdds(false)} />
    </Stack>
  )
}

function Passkeys({ passkeys }: { passkeys: readonly Passkey[] }) {
  const t = useText()
  const [leaving, setLeaving] = useState<Passkey>()
  const remove = useSend(security.removePasskey, { stale: [security.passkeys], done: true })
  const when = ({ lastUsedAt, createdAt, isSynced }: Passkey): string => {
    const time =
      lastUsedAt === undefined
        ? t('security.added', { time: formatTimestamp(createdAt) })
        : t('security.lastUsed', { time: formatTimestamp(lastUsedAt) })
    return isSynced ? `${time} · ${t('security.synced')}` : time
  }
  return (
    <>
      <List label={t('security.passkeys')}>
        {passkeys.map((passkey) => (
          <Row
            key={passkey.id}
            height={62}
            icon={<KeyRound aria-hidden="true" />}
            title={passkey.name}
            subtitle={when(passkey)}
            value={
              <IconButton
                icon={<Trash2 aria-hidden="true" />}
                label={t('security.removeOf', { name: passkey.name })}
                onPress={() => setLeaving(passkey)}
              />
            }
          />
        ))}
      </List>
      <ConfirmDialog
        open={leaving !== undefined}
        title={t('security.removeTitle')}
        text={t('security.removeText', { name: leaving?.name ?? '' })}
        confirm={t('security.remove')}
        kind="danger"
        busy={remove.isBusy}
        onConfirm={() => {
          if (leaving !== undefined) void remove.send({ id: leaving.id }).then(() => setLeaving(undefined))
        }}
        onClose={() => setLeaving(undefined)}
      />
    </>
  )
}

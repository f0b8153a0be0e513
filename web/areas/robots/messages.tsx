import { robots as calls } from '@mex/contract/robots/calls.ts'

import { LoadedRows } from '#components/loaded-rows.tsx'
import { useCall } from '#data/call.ts'
import { formatTimestamp } from '#text/format-time.ts'
import { useText } from '#text/use-text.ts'
import { Card } from '#ui/card.tsx'
import { Section } from '#ui/screen.tsx'
import { Typography } from '#ui/typography.tsx'
import styles from './robots.module.css'

/** As many messages of a rental as the page shows (spec §9: the first 20). */
const shownMax = 20

/** The newest messages of a rental. */
export function Messages({ orderId }: { orderId: number }) {
  const t = useText()
  const called = useCall(calls.messages, { orderId }, { everySeconds: 20 })
  return (
    <Section
      title={t('robots.messages')}
      action={
        <Typography size={12} tone="second">
          {t('robots.newest')}
        </Typography>
      }
    >
      <LoadedRows
        called={called}
        failed={{ title: t('robots.failed'), text: t('robots.failedText') }}
        waitingRows={4}
        empty={
          <Card>
            <Typography size={13} tone="second">
              {t('robots.noMessages')}
            </Typography>
          </Card>
        }
      >
        {(rows) => (
          <Card>
            <ul className={styles['messages']}>
              {rows.slice(0, shownMax).map(({ id, status, content, createdAt }) => (
                <li key={id} data-red={status === 'stopped' || undefined}>
                  <time>{formatTimestamp(createdAt)}</time>
                  <span>{content}</span>
                </li>
              ))}
            </ul>
          </Card>
        )}
      </LoadedRows>
    </Section>
  )
}

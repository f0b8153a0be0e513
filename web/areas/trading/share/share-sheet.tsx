import { Download, Share2 } from 'lucide-react'
import { useState } from 'react'

import { useProduct } from '#data/product.ts'
import { saveBlob } from '#data/save-file.ts'
import { averageText, changePercentText, priceText, profitText } from '#components/figures.ts'
import { sharePicture, usePicture } from '#components/use-picture.ts'
import { formatTimestamp } from '#text/format-time.ts'
import { useText, type Text } from '#text/use-text.ts'
import { Button } from '#ui/button.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Stack } from '#ui/layout.tsx'
import { List } from '#ui/list.tsx'
import { Sheet } from '#ui/sheet.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Switch } from '#ui/switch.tsx'
import { drawResultCard, type ResultCard } from './result-card.ts'
import type { SharedResult } from './result.ts'
import styles from './share-sheet.module.css'

type Props = {
  /** What is shared; undefined while the sheet is closed. */
  result: SharedResult | undefined
  onClose: () => void
}

/** The picture of a result, to share or to save. */
export function ShareSheet({ result, onClose }: Props) {
  const t = useText()
  return (
    <Sheet open={result !== undefined} onClose={onClose} title={t('orders.shareTitle')}>
      {result === undefined ? undefined : <Sharing result={result} />}
    </Sheet>
  )
}

function Sharing({ result }: { result: SharedResult }) {
  const t = useText()
  const { title } = useProduct()
  const [hasAmount, setHasAmount] = useState(false)
  const card = cardOf(t, result, title, hasAmount)
  const picture = usePicture(card, drawResultCard)
  const drawn = picture === 'failed' ? undefined : picture
  const fileName = `${result.code}-${t('orders.shareFile')}.png`
  return (
    <Stack gap={16}>
      {picture === 'failed' ? (
        <ErrorState title={t('orders.shareFailed')} text={t('orders.shareFailedText')} />
      ) : (
        <div className={styles['frame']}>
          {drawn === undefined ? (
            <Skeleton height={346} />
          ) : (
            <img
              src={drawn.url}
              width={720}
              height={960}
              alt={t('orders.shareAlt', { name: card.name, side: card.side, percent: card.percent })}
            />
          )}
        </div>
      )}
      <List>
        <Switch
          label={t('orders.shareAmount')}
          hint={t('orders.shareAmountHint')}
          checked={hasAmount}
          onChange={setHasAmount}
        />
      </List>
      {typeof navigator.share === 'function' ? (
        <Button
          text={t('orders.share')}
          size="large"
          wide
          disabled={drawn === undefined}
          icon={<Share2 aria-hidden="true" size={18} />}
          onPress={() => void sharePicture(drawn, fileName, { text: card.simulated })}
        />
      ) : undefined}
      <Button
        text={t('orders.savePicture')}
        kind="secondary"
        wide
        disabled={drawn === undefined}
        icon={<Download aria-hidden="true" size={18} />}
        onPress={() => drawn !== undefined && saveBlob(fileName, drawn.blob)}
      />
    </Stack>
  )
}

function cardOf(t: Text, result: SharedResult, title: string, hasAmount: boolean): ResultCard {
  const { name, code, direction, tick, closedAt, openedAt, currency } = result
  const favour = changePercentText(result.favour)
  const amount = profitText(result.amount, currency)?.text ?? '—'
  const isOpen = closedAt === undefined
  return {
    title,
    practice: t('shell.practice'),
    simulated: t('orders.simulated'),
    name: `${name} · ${code}`,
    side: t(direction === 'long' ? 'trade.long' : 'trade.short', { leverage: String(result.leverage) }),
    percent: favour?.text ?? '—',
    percentLabel: t('trade.favour'),
    trend: favour?.trend,
    rows: [
      [t('orders.openedAt'), averageText(result.openPrice, tick)],
      [t(isOpen ? 'trade.markPrice' : 'orders.closedAt'), priceText(result.price, tick)],
      [t(isOpen ? 'orders.openedOn' : 'orders.closedOn'), formatTimestamp(closedAt ?? openedAt)],
      ...(hasAmount ? ([[t(isOpen ? 'trade.floating' : 'trade.netProfit'), amount]] as const) : []),
    ],
    host: location.host,
  }
}

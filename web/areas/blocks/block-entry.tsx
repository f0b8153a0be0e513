import type { BlockOffer } from '@mex/contract/blocks/shapes.ts'
import { formatQuantity, quantityOf } from '@mex/core/money/money.ts'
import { useState, type ReactNode } from 'react'

import { MissingMoney, useReachRow } from '#areas/wallet/door/other-accounts.tsx'
import { quantityText } from '#components/figures.ts'
import { hrefOf } from '#data/links.ts'
import { useNavigation } from '#data/use-navigation.ts'
import { useText } from '#text/use-text.ts'
import { Button } from '#ui/button.tsx'
import { Stack } from '#ui/layout.tsx'
import { NumberField } from '#ui/number-field.tsx'
import { useEnterButton } from '#components/use-enter-button.ts'
import { Screen } from '#ui/screen.tsx'
import { TextButton } from '#ui/text-button.tsx'
import { CostRows, NextSteps } from './block-rows.tsx'
import { paidFrom, stepOf } from './figures.ts'
import { OfferStrip } from './offer-strip.tsx'
import { PermissionBanner } from './permission-banner.tsx'
import type { BlockPlacing } from './use-placing.ts'

type Props = {
  offer: BlockOffer
  head: ReactNode
  placing: BlockPlacing
  text: string
  onText: (text: string) => void
  onReview: () => void
}

/** The first step of a block: the quantity, and what it costs. */
export function BlockEntry({ offer, head, placing, text, onText, onReview }: Props) {
  const t = useText()
  const navigation = useNavigation()
  useEnterButton()
  const [isShown, setShown] = useState(false)
  const { plan, most, fault, hindrance, moneyFirst } = placing
  const { least, lot } = offer
  const review = () => {
    setShown(true)
    if (fault === undefined) onReview()
  }
  return (
    <Screen
      title={t('titles.blockTrades')}
      head={head}
      footer={
        <>
          <Button text={t('ui.cancel')} kind="secondary" size="large" onPress={() => navigation.back()} />
          <Button
            text={t('blocks.review')}
            kind="up"
            size="large"
            wide
            disabled={hindrance !== undefined}
            reason={hindrance}
            keys="Enter"
            onPress={review}
          />
        </>
      }
    >
      <Stack gap={16}>
        <PermissionBanner />
        <OfferStrip offer={offer} />
        <NumberField
          label={t('blocks.quantity')}
          aside={
            <TextButton
              text={t('blocks.max', { max: quantityText(most) })}
              disabled={most < least}
              onPress={() => onText(formatQuantity(most))}
            />
          }
          value={text}
          onChange={onText}
          decimals={0}
          step={formatQuantity(stepOf(offer))}
          min={formatQuantity(least)}
          max={formatQuantity(offer.most)}
          hint={t(lot === quantityOf('1') ? 'blocks.hint' : 'blocks.hintLots', {
            least: quantityText(least),
            lot: quantityText(lot),
          })}
          error={isShown || plan.fault === 'large' || plan.fault === 'money' ? fault : undefined}
        />
        {moneyFirst.isShort ? (
          <Button
            text={t('blocks.transfer')}
            kind="secondary"
            size="small"
            href={hrefOf('transfer', { to: paidFrom })}
          />
        ) : undefined}
        <CostRows offer={offer} plan={plan} reach={useReachRow(moneyFirst)} />
        <MissingMoney moneyFirst={moneyFirst} />
        <NextSteps offer={offer} />
      </Stack>
    </Screen>
  )
}

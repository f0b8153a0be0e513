import type { Bond, Holding } from '@mex/contract/bonds/shapes.ts'
import { bondRules } from '@mex/core/bonds/bond.ts'
import { proceedsOf } from '@mex/core/bonds/holding.ts'
import { accruedInterest } from '@mex/core/bonds/pricing.ts'
import { parseIsoDate } from '@mex/core/time-zone.ts'
import type { Money } from '@mex/core/money/money.ts'

import { SubmitButton } from '#components/call-form.tsx'
import { useFailureText } from '#components/failure-text.ts'
import { moneyText } from '#components/figures.ts'
import { FormMessage } from '#components/form-message.tsx'
import type { ReviewSheet } from '#components/use-review.ts'
import { hrefOf } from '#data/links.ts'
import { unknown } from '#text/format.ts'
import { formatCalendarDate } from '#text/format-time.ts'
import { useText } from '#text/use-text.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { KeyValues } from '#ui/key-values.tsx'
import { Line, Stack } from '#ui/layout.tsx'
import { NumberField } from '#ui/number-field.tsx'
import { Sheet } from '#ui/sheet.tsx'
import { StateCard } from '#ui/state-card.tsx'
import { Typography } from '#ui/typography.tsx'
import { bondPriceText, faceField, faceText, paidIn } from './figures.ts'
import { datedName } from './names.ts'
import { termsOf } from './flows.ts'

/** A sale that is being filled in. */
export type Sale = {
  readonly holding: Holding
  /** Its bond with the price of now; undefined while it loads. */
  readonly bond: Bond | undefined
  readonly face: Money | undefined
  readonly fault: 'nothing' | 'over' | 'step' | undefined
}

/** What the face of a sale brings now; undefined while price or rate are unknown. */
function bringsOf({ bond, face }: Sale) {
  if (bond === undefined || face === undefined || bond.conversionRate === undefined) return undefined
  const [terms, settles] = [termsOf(bond), parseIsoDate(bond.settles) ?? 0]
  return {
    accrued: accruedInterest(terms, face, settles),
    pesos: proceedsOf(terms, face, { bid: bond.sellPrice, settles }, bond.conversionRate),
  }
}

function SaleRows({ sale }: { sale: Sale }) {
  const t = useText()
  const { holding, bond, face } = sale
  const brings = bringsOf(sale)
  const sum =
    face === undefined || brings === undefined || bond === undefined
      ? unknown
      : t('bonds.sellSum', {
          face: faceText(face),
          price: bondPriceText(holding, bond.sellPrice),
          accrued: moneyText(brings.accrued, holding.currency),
        })
  return (
    <Stack gap={8}>
      <Typography as="p" size={13} tone="second">
        {sum}
      </Typography>
      <KeyValues
        rows={[
          {
            label: t('bonds.youGet'),
            value: brings === undefined ? unknown : moneyText(brings.pesos, paidIn),
            strong: true,
          },
          { label: t('bonds.comes'), value: formatCalendarDate(holding.saleSettles) },
        ]}
      />
    </Stack>
  )
}

type CardProps = { sale: Sale; text: string; onText: (text: string) => void; isShown: boolean }

/** The form of a sale. */
export function SellCard({ sale, text, onText, isShown }: CardProps) {
  const t = useText()
  const { holding, fault } = sale
  const { face, currency, kind } = holding
  const unit = faceField(bondRules[kind].faceUnit)
  const faults = {
    nothing: t('bonds.enterFace'),
    over: t('bonds.overFace', { face: moneyText(face, currency) }),
    step: t('bonds.wrongStep', { unit }),
  }
  return (
    <Card>
      <Stack>
        <Line spread="apart" wrap align="baseline">
          <Typography as="h2" size={15} weight="bold">
            {t('bonds.sell')}
          </Typography>
          <Typography size={13} tone="second">
            {t('bonds.paidOn', { date: formatCalendarDate(holding.saleSettles).slice(0, 5) })}
          </Typography>
        </Line>
        <NumberField
          label={t('bonds.faceToSell', { currency })}
          aside={t('bonds.ofFace', { face: faceText(face) })}
          value={text}
          onChange={onText}
          decimals={0}
          step={unit}
          min={unit}
          max={faceField(face)}
          placeholder="0"
          hint={t('bonds.steps', { unit })}
          error={fault !== undefined && (isShown || fault === 'over') ? faults[fault] : undefined}
        />
        <SaleRows sale={sale} />
      </Stack>
    </Card>
  )
}

type SheetProps = ReviewSheet<Holding> & {
  sale: Sale
}

/** The review of a sale, then its receipt. */
export function SellSheet({ sale, open, failure, isBusy, accepted, onConfirm, onClose, onClosed }: SheetProps) {
  const t = useText()
  const say = useFailureText()
  const { holding, face } = sale
  const footer =
    accepted === undefined ? (
      <>
        <Button text={t('bonds.edit')} kind="secondary" size="large" onPress={onClose} />
        <SubmitButton text={t('bonds.confirmSell')} offline={t('bonds.offline')} busy={isBusy} onPress={onConfirm} />
      </>
    ) : (
      <>
        <Button text={t('bonds.done')} kind="secondary" size="large" onPress={onClose} />
        <Button text={t('bonds.seeMine')} size="large" wide href={hrefOf('trade', { list: 6 })} />
      </>
    )
  return (
    <Sheet open={open} onClose={onClose} onClosed={onClosed} title={t('bonds.saleTitle')} footer={footer}>
      {accepted === undefined ? (
        <Stack gap={16}>
          <Stack gap={0}>
            <Typography size={20} weight="bold">
              {face === undefined ? unknown : moneyText(face, holding.currency)}
            </Typography>
            <Typography size={13} tone="second">
              {datedName(holding.name)}
            </Typography>
          </Stack>
          <SaleRows sale={sale} />
          <Typography as="p" size={12} tone="second">
            {t('bonds.sellText')}
          </Typography>
          <FormMessage message={say(failure)} />
        </Stack>
      ) : (
        <StateCard
          tone="good"
          title={t('bonds.sold')}
          text={t('bonds.soldText', {
            face: moneyText(accepted.face, accepted.currency),
            name: datedName(accepted.name),
            amount: moneyText(accepted.marketValue, paidIn),
            date: formatCalendarDate(accepted.settles),
          })}
        />
      )}
    </Sheet>
  )
}

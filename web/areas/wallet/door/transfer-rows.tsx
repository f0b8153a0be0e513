import { movementReserveOf, planSeconds } from '@mex/core/wallet/transfer-plan.ts'
import { walletCurrency } from '@mex/core/wallet/wallets.ts'

import { moneyText } from '#components/figures.ts'
import { useText } from '#text/use-text.ts'
import { KeyValues } from '#ui/key-values.tsx'
import { Stack } from '#ui/layout.tsx'
import { Typography } from '#ui/typography.tsx'
import type { MoneyFirst } from './money-first.ts'
import { useWalletLabels } from './names.ts'

/** In the review: which accounts pay, in both currencies, what that costs, and what happens if it does not work out. */
export function TransferRows({ moneyFirst: { transfers, need } }: { moneyFirst: MoneyFirst }) {
  const t = useText()
  const labels = useWalletLabels()
  if (transfers === undefined) return undefined
  const { wallet } = need
  const spreads = transfers.filter(({ spread }) => spread > 0n)
  const reserve = movementReserveOf(need)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard reaches it, so that a review higher than its sheet scrolls
    <section aria-label={t('moneyFirst.title')} tabIndex={0}>
      <Stack gap={8}>
        <Typography size={15} weight="bold" as="h3">
          {t('moneyFirst.title')}
        </Typography>
        <KeyValues
          rows={[
            ...transfers.map(({ from, to, amount, arrives }) => {
              const [left, arriving] = [walletCurrency[from], walletCurrency[to]]
              const paid = moneyText(amount, left)
              return {
                label: `${labels.name(from)} → ${labels.name(to)}`,
                value: left === arriving ? paid : `${paid} → ≈\u00a0${moneyText(arrives, arriving)}`,
              }
            }),
            {
              label: t('wallet.spread'),
              value:
                spreads.length === 0
                  ? t('moneyFirst.noSpread')
                  : spreads.map(({ spread, to }) => moneyText(spread, walletCurrency[to])).join(' + '),
            },
            ...(reserve === 0n
              ? []
              : [{ label: t('moneyFirst.reserve'), value: moneyText(reserve, walletCurrency[wallet]) }]),
            {
              label: t('moneyFirst.takes'),
              value: t('moneyFirst.seconds', { seconds: String(planSeconds(transfers)) }),
            },
          ]}
        />
        <Typography size={12} tone="third" as="p">
          {t(need.isFixed === true && spreads.length === 0 ? 'moneyFirst.explainedFixed' : 'moneyFirst.explained', {
            wallet: labels.name(wallet),
          })}
        </Typography>
      </Stack>
    </section>
  )
}

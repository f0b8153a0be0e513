import type { Product } from '@mex/contract/quantify/shapes.ts'
import { moneyOf, rate } from '@mex/core/money/money.ts'

import { OtherAccounts } from '#areas/wallet/door/other-accounts.tsx'
import { ShortNotice } from '#areas/wallet/door/short-notice.tsx'
import { moneyText, profitText } from '#components/figures.ts'
import { hrefOf } from '#data/links.ts'
import { useText, type Text } from '#text/use-text.ts'
import { Change } from '#ui/amount.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { Stack } from '#ui/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import { NumberField } from '#ui/number-field.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Typography } from '#ui/typography.tsx'
import { outcomeOf, paidIn, partText, strikeText } from './figures.ts'
import { WideTable } from '#ui/wide-table.tsx'
import styles from './quantify.module.css'
import type { PuttingIn } from './use-putting-in.ts'

type Props = { form: PuttingIn; product: Product; products: readonly Product[] }

const short = (amount: Product['minAmount']): string => moneyText(amount, paidIn).replace(/\.00$/, '')

/** The term, the amount, and what it can become. */
export function AmountForm({ form, product, products }: Props) {
  const t = useText()
  const { termDays } = product
  return (
    <Stack gap={16}>
      <Segmented
        caption
        label={t('quantify.term')}
        options={products.map((each) => ({
          value: each.termDays,
          text: t('quantify.termDays', { days: String(each.termDays) }),
        }))}
        value={form.termDays}
        onChange={form.setTermDays}
      />
      <NumberField
        label={t('quantify.amount', { currency: paidIn })}
        aside={
          form.available === undefined ? undefined : t('quantify.have', { amount: moneyText(form.available, paidIn) })
        }
        value={form.text}
        onChange={form.setText}
        decimals={2}
        placeholder="0.00"
        disabled={!product.isOpen}
        hint={t('quantify.limits', { min: short(product.minAmount), max: short(product.maxAmount) })}
        error={faultText(t, form, product)}
      />
      {form.isSignedIn ? <OtherAccounts moneyFirst={form.moneyFirst} /> : undefined}
      {form.moneyFirst.isShort ? (
        <ShortNotice
          text={t('quantify.overMoney', { amount: moneyText(form.available, paidIn) })}
          action={t('quantify.transfer')}
          href={hrefOf('transfer', { from: 'BALANCE', to: 'FINANCIAL' })}
        />
      ) : undefined}
      <Outcomes amount={form.amount} product={product} />
      <Stack gap={0}>
        <Typography size={12} tone="second">
          {t('quantify.left')}
        </Typography>
        <Typography size={13}>
          {t('quantify.leftText', {
            left: short(product.remaining),
            total: short(product.capacity),
            mine: short(product.mine),
          })}
        </Typography>
      </Stack>
      <Notice tone="warn">{t('quantify.noExit', { days: String(termDays), date: strikeText(product.endsAt) })}</Notice>
      <Checkbox
        label={t('quantify.agree')}
        checked={form.isAgreed}
        onChange={form.setAgreed}
        error={form.isAgreementMissing ? t('quantify.mustAgree') : undefined}
      />
    </Stack>
  )
}

/** What is shown before an amount is entered. */
const example = moneyOf('20000')
const rise = rate(4n * 10n ** 10n)

/** The worst fall of the record first, so that it is seen without scrolling; then nothing, and a rise; after all fees. */
function Outcomes({ amount, product }: { amount: PuttingIn['amount']; product: Product }) {
  const t = useText()
  const { termDays, maximumDrawdown } = product
  const isExample = amount === undefined || amount === 0n
  const put = isExample ? example : amount
  const outcomes = [maximumDrawdown, rate(0n), rise].map((part) => outcomeOf(put, termDays, part))
  const partOf = (index: number, part: Product['maximumDrawdown']): string => {
    const text = partText(part)?.text ?? ''
    return index === 0 ? t('quantify.asWorst', { part: text }) : text
  }
  return (
    <Stack gap={8}>
      {isExample ? (
        <Typography as="p" size={12} tone="second">
          {t('quantify.exampleOf', { amount: moneyText(example, paidIn) })}
        </Typography>
      ) : undefined}
      <WideTable className={styles['table']} aria-label={t('quantify.outcomes')}>
        <thead>
          <tr>
            <th scope="col">{t('quantify.ifMoves')}</th>
            <th scope="col">{t('quantify.value')}</th>
            <th scope="col">{t('quantify.fees')}</th>
            <th scope="col">{t('quantify.gainOrLoss')}</th>
          </tr>
        </thead>
        <tbody>
          {outcomes.map(({ part, value, fees, gain }, index) => (
            <tr key={partOf(index, part)}>
              <th scope="row">{partOf(index, part)}</th>
              <td>{moneyText(value, paidIn)}</td>
              <td>{moneyText(fees, paidIn)}</td>
              <td>
                <Change change={profitText(gain, paidIn)} glyph={false} />
              </td>
            </tr>
          ))}
        </tbody>
      </WideTable>
      <Typography as="p" size={12} tone="second">
        {t('quantify.feesText', {
          amount: moneyText(outcomes[1]?.management, paidIn),
          days: String(termDays),
          time: '21:30',
        })}
      </Typography>
    </Stack>
  )
}

function faultText(t: Text, { fault }: PuttingIn, product: Product): string | undefined {
  switch (fault) {
    case 'nothing':
      return t('quantify.enterAmount')
    case 'outside':
      return t('quantify.outside', { min: short(product.minAmount), max: short(product.maxAmount) })
    case 'full':
      return t('quantify.full', { amount: moneyText(product.mine, paidIn) })
    case 'over_money':
    case undefined:
      return undefined
  }
}

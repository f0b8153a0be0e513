import { records as calls, type Statement as Answer } from '@mex/contract/records/calls.ts'
import { subtractMoney } from '@mex/core/money/money.ts'
import { Printer } from 'lucide-react'

import { useCall } from '#data/call.ts'
import { useProduct } from '#data/product.ts'
import { useSession } from '#data/session.ts'
import { useNavigation, useParameters } from '#data/use-navigation.ts'
import { averageText, moneyText, priceText, profitText, quantityText, signedText } from '#components/figures.ts'
import { LoadError } from '#components/load-error.tsx'
import { repeatedMemos } from '#areas/records/repeated-memos.ts'
import { useMarketNow } from '#areas/market/door/market-now.ts'
import { monthOf, monthsBetween, monthText } from '#areas/wallet/door/months.ts'
import { useWalletLabels } from '#areas/wallet/door/names.ts'
import { deviceTimeZone, formatTimestamp } from '#text/format-time.ts'
import { useLanguage, useText } from '#text/use-text.ts'
import { Change } from '#ui/amount.tsx'
import { Button } from '#ui/button.tsx'
import { classes } from '#ui/classes.ts'
import { Screen } from '#ui/screen.tsx'
import { Select } from '#ui/select.tsx'
import { SkeletonCard } from '#ui/skeleton.tsx'
import { WideTable } from '#ui/wide-table.tsx'
import styles from './statement.module.css'

const timeZone = deviceTimeZone()

/** The month of a link that somebody wrote may be none. */
const aMonth = /^\d{4}-(0[1-9]|1[0-2])$/

/** A monthly statement, also for printing. */
export function Statement() {
  const t = useText()
  const language = useLanguage()
  const navigation = useNavigation()
  const { now, ...clock } = useMarketNow(3600)
  const opened = useSession()?.user?.createdAt
  const requested = useParameters('history').month
  const current = now === undefined ? undefined : monthOf(now)
  const month = requested !== undefined && aMonth.test(requested) ? requested : current
  const months = now === undefined ? [] : monthsBetween(Math.min(opened ?? now, now), now)
  const statement = useCall(
    calls.statement,
    // No request is made before the market's time is known; until then the input is any valid month.
    { month: month ?? '2000-01', timeZone },
    { when: month !== undefined },
  )
  const { data } = statement
  const needed = month === undefined ? clock : statement
  return (
    <Screen title={t('records.statement')} waiting={data === undefined && needed.failure === undefined}>
      <div className={styles['tools']}>
        <Select
          label={t('records.statementChoose')}
          options={
            months.length === 0
              ? [{ value: month ?? '', text: month === undefined ? '—' : monthText(month, language) }]
              : months.map((value) => ({ value, text: monthText(value, language) }))
          }
          value={month ?? ''}
          onChange={(next) => navigation.setParameters('history', { view: 'statement', month: next })}
        />
        <Button
          text={t('records.print')}
          kind="secondary"
          icon={<Printer aria-hidden="true" size={18} />}
          disabled={data === undefined}
          onPress={() => window.print()}
        />
      </div>
      {data !== undefined ? (
        <Paper statement={data} />
      ) : needed.failure !== undefined ? (
        <LoadError title={t('records.statementFailed')} text={t('records.statementFailedText')} answer={needed} />
      ) : (
        <SkeletonCard height={420} />
      )}
    </Screen>
  )
}

function Paper({ statement }: { statement: Answer }) {
  const t = useText()
  const language = useLanguage()
  const { title } = useProduct()
  const user = useSession()?.user
  const { month, from, until, isOver, wallets } = statement
  const used = wallets.filter((row) => row.opening !== 0n || row.closing !== 0n || row.movements.length > 0)
  return (
    <article className={styles['document']}>
      <header>
        <h2>{t('records.statementTitle', { month: monthText(month, language) })}</h2>
        <p className={styles['mark']}>
          {title} · {t('records.simulated')}
        </p>
        <p>{t('records.notAffiliated')}</p>
        {user === undefined ? undefined : <p>{t('records.statementOf', { id: `${user.username} · ${user.id}` })}</p>}
        <p>
          {isOver
            ? t('records.statementRange', {
                from: formatTimestamp(from),
                until: formatTimestamp(until),
                zone: timeZone,
              })
            : t('records.statementUntil', { time: formatTimestamp(until) })}
        </p>
      </header>
      {used.map((row) => (
        <WalletPart key={row.wallet} row={row} />
      ))}
      <p className={styles['note']}>{t('records.cashNote')}</p>
      <Positions statement={statement} />
    </article>
  )
}

function WalletPart({ row }: { row: Answer['wallets'][number] }) {
  const t = useText()
  const labels = useWalletLabels()
  const { wallet, currency, opening, closing, movements, realised, equity } = row
  const isRepeated = repeatedMemos(movements)
  return (
    <section className={styles['part']}>
      <h3>
        {labels.name(wallet)} · {currency}
      </h3>
      <WideTable className={classes(styles['table'], styles['movements'])}>
        <thead>
          <tr>
            <th scope="col">{t('records.movement')}</th>
            <th scope="col">{t('records.count')}</th>
            <th scope="col">{t('records.amount')}</th>
          </tr>
        </thead>
        <tbody>
          <SumRow label={t('records.opening')} amount={moneyText(opening, currency)} />
          {movements.map(({ type, memo, count, amount }) => (
            <tr key={type}>
              <th scope="row">
                {isRepeated(memo) ? t(amount < 0n ? 'records.movementOut' : 'records.movementIn', { memo }) : memo}
              </th>
              <td>{count}</td>
              <td>{profitText(amount, currency)?.text ?? '—'}</td>
            </tr>
          ))}
          {movements.length === 0 ? (
            <tr>
              <th scope="row" colSpan={3}>
                {t('records.noMovements')}
              </th>
            </tr>
          ) : undefined}
          <SumRow label={t('records.closing')} amount={moneyText(closing, currency)} />
          {equity === undefined || equity === closing ? undefined : (
            <>
              <tr>
                <th scope="row" colSpan={2}>
                  {t('records.notInCash')}
                </th>
                <td>{signedText(subtractMoney(equity, closing), currency)}</td>
              </tr>
              <SumRow label={t('wallet.equity')} amount={moneyText(equity, currency)} />
            </>
          )}
        </tbody>
      </WideTable>
      {realised === 0n ? undefined : (
        <p className={styles['realised']}>
          {t('records.realisedMonth')}: <Change change={profitText(realised, currency)} />
        </p>
      )}
    </section>
  )
}

const SumRow = ({ label, amount }: { label: string; amount: string }) => (
  <tr className={styles['strong']}>
    <th scope="row" colSpan={2}>
      {label}
    </th>
    <td>{amount}</td>
  </tr>
)

function Positions({ statement: { positions } }: { statement: Answer }) {
  const t = useText()
  if (positions.length === 0) {
    return (
      <section className={styles['part']}>
        <h3>{t('records.positions')}</h3>
        <p>{t('records.noPositions')}</p>
      </section>
    )
  }
  return (
    <section className={styles['part']}>
      <h3>{t('records.positions')}</h3>
      <WideTable className={styles['table']}>
        <thead>
          <tr>
            <th scope="col">{t('records.position')}</th>
            <th scope="col">
              <span className={styles['above']}>{t('records.average')}</span>
              <span className={styles['above']}>{t('records.mark')}</span>
            </th>
            <th scope="col">{t('records.profit')}</th>
          </tr>
        </thead>
        <tbody>
          {positions.map((row) => (
            <tr key={row.id}>
              <th scope="row">
                {row.code} · {t(row.direction === 'long' ? 'records.long' : 'records.short')}{' '}
                {quantityText(row.quantity)}
                {row.leverage > 1 ? ` · ${t('records.leverage', { leverage: String(row.leverage) })}` : ''}
              </th>
              <td>
                <span className={styles['above']}>{averageText(row.openPrice, row.tick)}</span>
                <span className={styles['above']}>{priceText(row.markPrice, row.tick)}</span>
              </td>
              <td>
                <Change change={profitText(row.profit, row.currency)} />
              </td>
            </tr>
          ))}
        </tbody>
      </WideTable>
    </section>
  )
}

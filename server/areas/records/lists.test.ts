import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { present } from '@mex/core/assert.ts'
import { money, moneyOf, priceOf } from '@mex/core/money/money.ts'
import { isRefusal } from '@mex/core/refusal.ts'
import { wallets } from '@mex/core/wallet/wallets.ts'
import { balanceOf } from '#areas/ledger/actions.ts'
import { refusedWith } from '#areas/testing.ts'
import { accepted } from '#areas/trading/testing.ts'
import { fundingOverview } from '#areas/wallet/balances.ts'
import { openClosingTest, type ClosingTest } from '#account-closing-testing.ts'

let here: ClosingTest
before(async () => {
  here = await openClosingTest()
})
after(() => here[Symbol.asyncDispose]())

const utc = { timeZone: 'UTC' }
const november = { ...utc, month: '2026-11' }
const linesOf = (content: string): string[][] =>
  content
    .replace(/^\uFEFF/, '')
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','))

/** A user who bought ten, sold half of them, and keeps the rest. */
async function trader(): Promise<{ readonly user: number; readonly position: number }> {
  const user = await here.person()
  const { id } = accepted(await here.trading.open(user, { quantity: '10' }))
  await here.trading.tick()
  accepted(await here.trading.close(user, id, { amount: 'half' }))
  await here.trading.tick()
  return { user, position: id }
}

test('exports the transaction history: every row, plain decimals, in the language and time zone of the user', async () => {
  const { user } = await trader()
  const context = here.context(user)
  const file = await here.call.billFile({ ...utc, wallet: 'OVERVIEW' }, context)
  assert.deepEqual([file.name, file.type, file.rows, file.total], ['practice-history-all.csv', 'text/csv', 11, 11])
  assert(file.content.startsWith('\uFEFFTime (UTC),Account,Kind,'))
  const [, ...rows] = linesOf(file.content)
  assert.equal(rows.length, 11)
  const inDollars = rows.filter(([, account]) => account === 'US_STOCK').map(([, , , amount = '']) => moneyOf(amount))
  const sum = money(inDollars.reduce((total, amount) => total + amount, 0n))
  assert.equal(sum, await here.trading.available(user, 'US_STOCK'))
  assert.deepEqual(rows[0]?.slice(1, 3), ['US_STOCK', 'Close'])
  assert.match(rows.at(-1)?.[0] ?? '', /^2026-11-20 16:\d\d:\d\d$/)

  const chinese = await here.call.billFile(
    { ...november, timeZone: '-06:00', wallet: 'US_STOCK', type: 34 },
    { ...context, language: 'zh-CN' },
  )
  assert.equal(chinese.name, 'practice-history-2026-11.csv')
  const [head, only, ...none] = linesOf(chinese.content)
  assert.deepEqual([head?.[0], only?.[2], none], ['时间（-06:00）', '平仓', []])
  assert.match(only?.[0] ?? '', /^2026-11-20 10:/)
  assert.equal((await here.call.billFile({ ...utc, month: '2026-10', wallet: 'OVERVIEW' }, context)).total, 0)
})

test('the first and the last allowed month have an answer in every time zone', async () => {
  const { user } = await trader()
  const context = here.context(user)
  for (const timeZone of ['-14:00', '+14:00', 'Pacific/Kiritimati'])
    for (const month of ['1900-01', '2999-12']) {
      assert.equal((await here.call.billFile({ timeZone, month, wallet: 'OVERVIEW' }, context)).total, 0)
      assert.equal((await here.call.executionFile({ timeZone, month }, context)).total, 0)
    }
})

test('lists and exports the executions of the user only: each price level with its quote', async () => {
  const [{ user, position }, other] = [await trader(), await trader()]
  const context = here.context(user)
  const page = await here.call.executions({ ...utc, pageNum: 1, pageSize: 1 }, context)
  assert.equal(page.total, 2)
  const [newest] = page.rows
  assert.deepEqual(
    [newest?.side, newest?.purpose, newest?.positionId, newest?.code],
    ['sell', 'close', position, 'AAPL'],
  )
  const quote = present(here.trading.feed.quoteById(newest?.quoteId ?? '', here.trading.clock.now()), 'the quote')
  assert.equal(newest?.price, quote.bid)
  const behind = await here.call.executions({ ...utc, pageNum: 9, pageSize: 10 }, context)
  assert.deepEqual([behind.total, behind.rows], [2, []])

  const file = await here.call.executionFile(november, context)
  const [head, ...rows] = linesOf(file.content)
  assert.deepEqual(
    [file.name, rows.length, head?.slice(4, 8)],
    ['practice-trades-2026-11.csv', 2, ['Side', 'Open or close', 'Price', 'Quantity']],
  )
  const [, , , , side, purpose, price = '', quantity = '', value = ''] = rows[1] ?? []
  assert.deepEqual([side, purpose, quantity], ['Buy', 'Open', '10'])
  assert.equal(priceOf(value), priceOf(price) * 10n)
  assert.deepEqual([...new Set(rows.map((row) => row[12]))], [String(position)])
  assert.notEqual(position, other.position)
})

test('a statement adds up and agrees with the wallets and the Trade tab', async () => {
  const { user, position } = await trader()
  const statement = await here.call.statement(november, here.context(user))
  assert.equal(statement.isOver, false)
  for (const { wallet, opening, closing, movements } of statement.wallets) {
    const moved = movements.reduce((sum, { amount }) => sum + amount, 0n)
    assert.equal(opening + moved, closing, wallet)
    assert.equal(closing, await balanceOf(here.dependencies.db, user, 'U.AVAIL', wallet))
  }
  assert.deepEqual(
    statement.wallets.map(({ wallet }) => wallet),
    wallets,
  )
  const dollars = present(
    statement.wallets.find(({ wallet }) => wallet === 'US_STOCK'),
    'the wallet',
  )
  assert.deepEqual(
    dollars.movements.map(({ type, memo, count }) => [type, memo, count]),
    [
      [1, 'Practice grant', 1],
      [31, 'Open', 1],
      [34, 'Close', 1],
    ],
  )
  assert.notEqual(dollars.realised, 0n)
  const context = here.context(user)
  const overview = await fundingOverview({ wallet: 'OVERVIEW' }, context, here.results)
  for (const { wallet, equity } of statement.wallets)
    assert.equal(equity, overview.wallets.find((row) => row.wallet === wallet)?.equity, wallet)
  assert.notEqual(dollars.equity, dollars.closing, 'the position and its margin are part of the net worth')
  const [held] = statement.positions
  assert.deepEqual([held?.id, String(held?.quantity), held?.direction], [position, '500000000', 'long'])
})

test('the statement of a past month does not change later', async () => {
  const { user, position } = await trader()
  const [during] = (await here.call.statement(november, here.context(user))).positions
  const before = await here.trading.available(user, 'US_STOCK')
  here.trading.clock.set(Date.UTC(2026, 11, 2, 16))
  await here.trading.tick()
  const sold = await here.trading.close(user, position)
  assert(!isRefusal(sold))
  await here.trading.tick()
  const late = here.context(user)
  const over = await here.call.statement(november, late)
  const [after] = over.positions
  assert.equal(over.isOver, true)
  assert.deepEqual([after?.quantity, after?.openPrice, after?.id], [during?.quantity, during?.openPrice, position])
  assert.notEqual(after?.markPrice, undefined, 'the price at the end of the month can be known again')
  const dollars = over.wallets.find(({ wallet }) => wallet === 'US_STOCK')
  assert.deepEqual([dollars?.closing, dollars?.equity], [before, undefined])
  const december = await here.call.statement({ ...utc, month: '2026-12' }, late)
  assert.deepEqual(december.positions, [])
  assert.equal(december.wallets.find(({ wallet }) => wallet === 'US_STOCK')?.opening, before)
  const granted = december.wallets.flatMap(({ movements }) => movements).filter(({ type }) => type === 1)
  assert.deepEqual(granted, [])
  await refusedWith('invalid_parameter', here.call.statement({ ...utc, month: '2027-01' }, late))
})

import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { present } from '@mex/core/assert.ts'
import { blockPrice, remainingAt } from '@mex/core/blocks/block-offer.ts'
import { addMoney, formatMoney, money } from '@mex/core/money/money.ts'
import { refusal, type Refused } from '@mex/core/refusal.ts'
import { anonymous, personal } from '#areas/testing.ts'
import { openMarketData, type MarketData } from '#areas/market/market-data.ts'
import { conditionsView } from '#areas/market/conditions.ts'
import { findPosition } from '#areas/trading/store.ts'
import { fillsAtQuote } from '#areas/trading/store-lists.ts'
import { tradingHandlers } from '#areas/trading/handlers.ts'
import { accepted } from '#areas/trading/testing.ts'
import { isUnderOffer } from '#areas/trading/under-offer.ts'
import { findingsIn } from '#areas/trading/verify/testing.ts'
import { sql } from '#db/sql.ts'
import { openBarService } from '#feeds/bars/bar-service.ts'
import { openCatalogue } from '#feeds/catalogue.ts'
import { handlers } from './handlers.ts'
import { unlockBlocks } from './jobs.ts'
import { openBlocksTest, wordOf, type BlocksTest } from './testing.ts'

let market: BlocksTest
let data: MarketData
before(async () => {
  market = await openBlocksTest()
  const { feed } = market
  const inputs = { market: 'sim', master: Buffer.from('trading-test'), practiceHours: true } as const
  data = openMarketData({
    feed,
    bars: openBarService({ inputs, feed: feed as never, onLost: () => undefined }),
    catalogue: openCatalogue(),
    hours: 'practice',
    traditional: (text) => text,
    isHalted: () => false,
  })
})
after(async () => {
  await data.bars.close()
  await market[Symbol.asyncDispose]()
})

const now = (): number => market.clock.now()
const asking = () => handlers({ market: data, engine: market.engine, watchedKeys: () => Promise.resolve(new Set()) })
const caller = () => ({ db: market.database.db, feed: market.feed, now: now() })
const page = { pageNum: 1, pageSize: 50 }
const kinds = async (user: number): Promise<readonly string[]> => {
  const { rows } = await market.database.pool.query<{ kind: string }>(
    'select kind from message where user_id = $1 order by id',
    [user],
  )
  return rows.map(({ kind }) => kind)
}

describe('the order of a block', () => {
  test('reserves, is confirmed after a minute, and buys at its discount to a public quote', async () => {
    const user = await market.person()
    const offer = market.openOffer('MX')
    const before = await market.available(user, 'STOCK')
    const quote = present(market.feed.quote(offer.instrument, now()), 'a quote')
    const order = accepted(await market.order(user, offer))
    assert.deepEqual([order.source, order.productType, order.status, order.wallet], [4, 4, 'accepted', 'STOCK'])
    assert.equal(await market.available(user, 'STOCK'), before - order.margin)
    assert.equal(order.block?.discount, offer.discount)
    assert.equal(order.block?.confirmsAt, order.acceptedAt + 60_000)
    assert.equal(order.block?.unlocksAt, offer.unlocksAt)
    assert.ok(order.margin > 0n && quote.last > 0n)
    assert.equal(wordOf(await market.cancel(user, order.id)), 'order_final')
    await market.tick(20)
    assert.equal(await findPosition(market.database.db, user, order.id), undefined, 'not before the confirmation')
    await market.confirm()
    const orders = tradingHandlers(market.engine).orders
    const {
      rows: [filled],
    } = await orders({ ...page, id: order.id } as never, personal(user, caller()))
    const done = present(filled, 'the order')
    assert.equal(done.status, 'filled')
    const decided = present(market.feed.quoteById(present(done.quoteId, 'its quote'), now()), 'the quote')
    assert.ok(decided.venueTime > order.acceptedAt + 60_000)
    const instrument = present(market.feed.instruments(now()).get(offer.instrument), 'the share')
    assert.equal(done.averagePrice, blockPrice(offer, instrument.ticks, decided.last))
    const position = present(await findPosition(market.database.db, user, order.id), 'the position')
    assert.deepEqual([position.state, position.leverage, position.expiresAt], ['LOCKED', 1, offer.unlocksAt])
    assert.equal(await market.available(user, 'STOCK'), before - addMoney(position.margin, position.openingFee))
    assert.deepEqual(await fillsAtQuote(market.database.db, decided.id).then((rows) => rows.map(({ rule }) => rule)), [
      'block',
    ])
    assert.deepEqual(await kinds(user), ['block_filled'])
    assert.deepEqual(await findingsIn(market), [])
    await market.expectBalancedLedger()
  })

  test('is locked until its day, then sold like any share, from the block account', async () => {
    await using own = await openBlocksTest()
    const { database, clock } = own
    const user = await own.person()
    const offer = own.openOffer('US')
    const { id } = accepted(await own.order(user, offer))
    await own.confirm()
    const locked = await own.close(user, id)
    assert.equal(wordOf(locked), 'position_locked')
    assert.match(JSON.stringify(locked), new RegExp(new Date(offer.unlocksAt).toISOString().slice(0, 10)))
    clock.set(offer.unlocksAt - 1)
    assert.equal(await unlockBlocks(own.engine), 0)
    assert.equal(wordOf(await own.close(user, id)), 'position_locked')
    clock.set(offer.unlocksAt)
    assert.equal(await unlockBlocks(own.engine), 1)
    assert.equal(await unlockBlocks(own.engine), 0)
    const position = present(await findPosition(database.db, user, id), 'the position')
    assert.deepEqual([position.state, position.expiresAt], ['OPEN', undefined])
    const closing = accepted(await own.close(user, id))
    assert.deepEqual([closing.source, closing.wallet], [0, 'STOCK'])
    await own.tick(60)
    assert.equal((await findPosition(database.db, user, id))?.state, 'CLOSED')
    const { rows } = await database.pool.query<{ kind: string }>(
      'select kind from message where user_id = $1 order by id',
      [user],
    )
    assert.deepEqual(
      rows.map(({ kind }) => kind),
      ['block_filled', 'block_unlocked'],
    )
    assert.deepEqual(await findingsIn(own), [])
    await own.expectBalancedLedger()
  })
})

describe('refusals', () => {
  const refusing: Record<string, () => Promise<unknown>> = {
    'blocks.create refuses: not_found': async () =>
      asking()
        .create({ id: 999_999 } as never, personal(await market.person(), caller()))
        .catch((error: Refused) => error.refusal),
    'blocks.create refuses: verification_missing': async () => refused('verification_missing'),
    'blocks.create refuses: verification_pending': async () => refused('verification_pending'),
    'blocks.create refuses: permission_missing': async () => refused('permission_missing'),
    'blocks.create refuses: permission_pending': async () => refused('permission_pending'),
    'blocks.create refuses: wrong_state': async () => {
      const past = present(
        market.feed.blockOffers(now()).find(({ endsAt }) => endsAt <= now()),
        'an offer that has ended',
      )
      return market.order(await market.person(), past)
    },
    'blocks.create refuses: trading_halted': async () => {
      await using own = await openBlocksTest({ halted: () => true })
      return own.order(await own.person(), own.openOffer())
    },
    'blocks.create refuses: quote_unavailable': async () => {
      await using own = await openBlocksTest({ bend: (feed) => ({ ...feed, conversionRate: () => undefined }) })
      return own.order(await own.person(), own.openOffer())
    },
    'blocks.create refuses: short_not_available': async () => {
      // The short is from before the publication.
      let isPublished = true
      await using own = await openBlocksTest({
        bend: (feed) => ({ ...feed, blockOffers: (at) => (isPublished ? feed.blockOffers(at) : []) }),
      })
      const offer = own.shortableOffer()
      isPublished = false
      const user = await own.person()
      accepted(await own.open(user, { ...own.shareOf(offer), direction: 'short' }))
      await own.tick()
      isPublished = true
      return own.order(user, offer)
    },
    'blocks.create refuses: quantity_missing': async () => market.order(await market.person(), market.openOffer(), '0'),
    'blocks.create refuses: quantity_step': async () =>
      market.order(await market.person(), market.openOffer(), '10000.5'),
    'blocks.create refuses: block_too_small': async () =>
      market.order(await market.person(), market.openOffer('US'), '9999'),
    'blocks.create refuses: block_too_large': async () =>
      market.order(await market.richPerson(), market.openOffer('US'), '51000'),
    'blocks.create refuses: too_many_orders': async () => {
      const user = await market.person()
      await sql`insert into trade_order (user_id, id, instrument, source, purpose, side, type, quantity, filled, leverage, wallet, currency,
          is_forced, extended_hours, status, accepted_at, changed_at, exchange, fee_date, reserve, cost, notional, margin, fee, limit_price)
        select ${user}, 900000000 + n, 'US:AAPL', 0, 'open', 'buy', 'limit', 1, 0, 1, 8, 'USD', false, false, 'accepted', now(), now(), 1,
          '2026-11-20', 0, 0, 0, 0, 0, 100 from generate_series(1, 200) n`.execute(market.database.db)
      const outcome = await market.order(user, market.openOffer())
      await sql`delete from trade_order where user_id = ${user}`.execute(market.database.db)
      return outcome
    },
    'blocks.create refuses: insufficient_balance': async () => {
      const user = await market.person()
      // A tenth of everything that is open costs more than the grant.
      for (const { offerId, most } of (await asking().offers(page as never, anonymous(caller()))).rows) {
        const offer = present(market.feed.blockOffer(offerId, now()), 'the offer')
        const outcome = await market.order(user, offer, String(most / 10n ** 8n))
        if (wordOf(outcome) !== undefined) return outcome
      }
      return undefined
    },
    'blocks.schedule refuses: not_found': async () =>
      asking()
        .schedule({ id: 999_999 }, anonymous(caller()))
        .catch((error: Refused) => error.refusal),
  }
  const refused = async (word: Parameters<typeof refusal>[0]): Promise<unknown> => {
    const user = await market.person()
    market.refusedBlocks.set(user, refusal(word))
    // Also before everything else that is wrong.
    return market.order(user, market.openOffer(), '1')
  }
  for (const [title, provoke] of Object.entries(refusing))
    test(title, async () => {
      const outcome = await provoke()
      assert.equal(wordOf(outcome), title.split(': ')[1])
    })
})

describe('no hedged discount', () => {
  test('from the publication until the end of the lock-up nobody sells the share short, and every answer says so', async () => {
    await using own = await openBlocksTest()
    const { clock, feed } = own
    const offer = own.shortableOffer()
    const user = await own.person()
    const facts = { ...data, feed }
    const answers = async (): Promise<readonly unknown[]> => {
      const at = clock.now()
      const instrument = present(feed.instruments(at).get(offer.instrument), 'the share')
      const row = present(data.board.row(instrument, at), 'its row')
      const quote = data.views.quote(row, { language: 'en', watched: new Set() }, { closes: new Map(), now: at })
      const short = await own.open(user, { ...own.shareOf(offer), direction: 'short' })
      return [
        isUnderOffer(feed, offer.instrument, at),
        quote.shortable,
        conditionsView(facts, row, at).shortable,
        wordOf(short),
      ]
    }
    const refusedShort = [true, false, false, 'short_not_available']
    assert.deepEqual(await answers(), refusedShort)
    clock.set(offer.unlocksAt - 1)
    assert.deepEqual(await answers(), refusedShort)
    const others = feed
      .blockOffers(offer.unlocksAt)
      .filter(({ instrument, id }) => instrument === offer.instrument && id !== offer.id)
    clock.set(Math.max(offer.unlocksAt, ...others.map(({ unlocksAt }) => unlocksAt)))
    assert.deepEqual(await answers(), [false, true, true, undefined])
    // Longs were taken all the time.
    accepted(await own.open(user, own.shareOf(offer)))
  })
})

describe('the list', () => {
  test('shows open offers with their price, what is left, and what the person may still buy', async () => {
    const user = await market.richPerson()
    const offer = market.openOffer('US')
    const shown = async (person?: number) =>
      asking().offers(page as never, person === undefined ? anonymous(caller()) : personal(person, caller()))
    const all = await shown()
    assert.ok(all.total >= 3 && new Set(all.rows.map(({ market: of }) => of)).size === 3)
    assert.deepEqual(
      all.rows.map(({ endsAt }) => endsAt),
      all.rows.map(({ endsAt }) => endsAt).toSorted((one, other) => one - other),
    )
    for (const row of all.rows) {
      const stored = present(market.feed.blockOffer(row.offerId, now()), 'the offer')
      const instrument = present(market.feed.instruments(now()).get(stored.instrument), 'the share')
      assert.equal(row.price, blockPrice(stored, instrument.ticks, row.last))
      assert.equal(row.remaining, remainingAt(stored, market.feed.blockSales(stored, now()), now()))
      assert.equal(row.shortable, false)
      assert.ok(row.endsAt > now() && row.startsAt <= now() && row.most <= row.remaining)
    }
    const mostOf = async (person?: number) =>
      (await shown(person)).rows.find(({ offerId }) => offerId === offer.id)?.most
    const before = present(await mostOf(user), 'the most')
    accepted(await market.order(user, offer))
    assert.equal(before - present(await mostOf(user), 'the most'), 10_000n * 10n ** 8n)
    assert.equal(await mostOf(), before, 'a purchase takes nothing from others')
  })

  test('is narrowed by market, keyword and number, and comes in pages', async () => {
    const ask = async (input: object) => asking().offers({ ...page, ...input } as never, anonymous(caller()))
    const offer = market.openOffer('HK')
    assert.ok((await ask({ market: 'HK' })).rows.every(({ market: of }) => of === 'HK'))
    assert.deepEqual(
      (await ask({ id: offer.id })).rows.map(({ offerId }) => offerId),
      [offer.id],
    )
    assert.equal((await ask({ id: 999_999 })).total, 0)
    assert.equal((await ask({ keyword: 'no such share' })).total, 0)
    const code = offer.instrument.slice(3)
    assert.ok((await ask({ keyword: code })).rows.some(({ offerId }) => offerId === offer.id))
    const total = (await ask({})).total
    const pages = await Promise.all([1, 2, 3].map((pageNum) => ask({ pageNum, pageSize: 2 })))
    assert.equal(new Set(pages.flatMap(({ rows }) => rows.map(({ offerId }) => offerId))).size, Math.min(6, total))
    const ended = present(
      market.feed.blockOffers(now()).find(({ endsAt }) => endsAt <= now()),
      'an offer that has ended',
    )
    assert.ok(!(await ask({})).rows.some(({ offerId }) => offerId === ended.id))
    assert.equal((await ask({ id: ended.id })).total, 1)
  })
})

test('the audit tells what has been sold, and the nonce of the hash once the offer has ended', async () => {
  const open = market.openOffer('US')
  const running = await asking().schedule({ id: open.id }, anonymous(caller()))
  assert.equal(running.nonce, undefined)
  assert.ok(running.sales.every(({ at }) => at <= now()))
  const ended = present(
    market.feed.blockOffers(now()).find(({ endsAt }) => endsAt <= now()),
    'an offer that has ended',
  )
  const { nonce, sales, scheduleHash, total } = await asking().schedule({ id: ended.id }, anonymous(caller()))
  const text = [present(nonce, 'the nonce'), ...sales.map(({ at, sold }) => `${at}:${sold / 10n ** 8n}`)]
  const hash = createHash('sha256')
    .update(text.map((line) => `${line}\n`).join(''))
    .digest('hex')
  assert.equal(hash, scheduleHash)
  assert.equal(hash, ended.scheduleHash)
  let left: bigint = total
  for (const { sold, remaining } of sales) assert.equal(remaining, (left -= sold))
})

test('the check of fills finds a planted price, rule, fee, quantity, offer, end of a lock-up and sold-out block', async () => {
  await using own = await openBlocksTest()
  const { db } = own.database
  const user = await own.person()
  const offer = own.openOffer('MX')
  const { id } = accepted(await own.order(user, offer))
  await own.confirm()
  const other = await own.person()
  const failed = accepted(await own.order(other, own.openOffer('HK')))
  own.sell(own.openOffer('HK'), 10_000_000n, own.clock.now() + 1)
  await own.confirm()
  assert.deepEqual(await findingsIn(own), [])
  await sql`alter table execution disable trigger all`.execute(db)
  const planted: readonly (readonly [change: string, back: string, finding: RegExp])[] = [
    [
      `update execution set price = price + 1000000`,
      `update execution set price = price - 1000000`,
      /is \d.*should be/,
    ],
    [`update execution set rule = 'ladder'`, `update execution set rule = 'block'`, /only a block/],
    [
      `update trade_order set fee = fee + 1 where id = ${id}`,
      `update trade_order set fee = fee - 1 where id = ${id}`,
      /fee is/,
    ],
    [
      `update trade_order set offer_id = offer_id + 3000000 where id = ${id}`,
      `update trade_order set offer_id = offer_id - 3000000 where id = ${id}`,
      /which was not published/,
    ],
    [
      `update trade_order set commission_min = 1 where id = ${id}`,
      `update trade_order set commission_min = (select commission_min from kept) where id = ${id}`,
      /pays at least/,
    ],
    [
      `update position set state = 'OPEN', expires_at = null where id = ${id}`,
      `update position set state = 'LOCKED', expires_at = (select expires_at from kept) where id = ${id}`,
      /state is/,
    ],
    [
      `update trade_order set reason = 'EXPIRED' where id = ${failed.id}`,
      `update trade_order set reason = 'SOLD_OUT' where id = ${failed.id}`,
      /reason is/,
    ],
  ]
  await sql`create table kept as select commission_min, expires_at from trade_order where id = ${id}`.execute(db)
  for (const [change, back, finding] of planted) {
    await sql.raw(change).execute(db)
    const findings = await findingsIn(own)
    assert.ok(
      findings.some((line) => finding.test(line)),
      `${change}: ${findings.join('; ')}`,
    )
    await sql.raw(back).execute(db)
    assert.deepEqual(await findingsIn(own), [], back)
  }
  // A lock-up that nobody ended in time.
  own.clock.set(offer.unlocksAt + 3_600_000)
  const late = await findingsIn(own)
  assert.ok(
    late.some((line) => /its lock-up ended/.test(line)),
    late.join('; '),
  )
  assert.equal(formatMoney(money(1n)), '0.01')
})

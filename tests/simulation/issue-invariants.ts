import { createHmac } from 'node:crypto'
import { present } from '@mex/core/assert.ts'
import { drawApplication, rankWholeBook } from '@mex/core/offerings/draw.ts'
import { offerKey, sellableFrom, type Offer, type OfferSource } from '@mex/core/offerings/offer.ts'
import { isUnderWay } from '@mex/core/offerings/placing.ts'
import type { SimulatedMarket } from './market.ts'

/** What must hold of applications for new issues and placings whenever nothing is in progress, told by their own rows and the offers. */

/** Applications that a person may not have: a second one for an offer, or one without a verified identity. */
const forbidden = `
  select 'user ' || user_id || ' has ' || count(*) || ' applications for offer ' || source || ':' || offer_id as text from application
    where status <> 'cancelled' group by user_id, source, offer_id having count(*) > 1
  union all select 'application ' || application.id || ' is of user ' || user_id || ', who is not verified' from application
    join app_user on app_user.id = user_id where real_status <> 3
  union all select 'application ' || id || ' got ' || allotted || ' of ' || quantity || ' shares' from application
    where allotted > quantity`

/** What an application took from the available balance by its row, and by the ledger. */
const wrongMoney = `
  with posted as (
    select ref_id as id, sum(debit) - sum(credit) as taken from journal join journal_line on journal_id = journal.id
    where ref_type = 'application' and account = 'U.AVAIL' group by ref_id
  )
  select 'application ' || id || ' took ' || coalesce(posted.taken, 0) || ', should be ' || paid - refund as text
  from application left join posted using (id) where coalesce(posted.taken, 0) <> paid - refund`

type Allotted = {
  readonly id: number
  readonly source: OfferSource
  readonly offer: number
  readonly state: string | null
  readonly status: string
  readonly opened: bigint | null
  readonly allotted: bigint
}

/** The position of every application: it has the allotted shares, locked until they are listed or the lock-up ends. */
const allotments = `
  select application.id, application.source, offer_id as offer, application.status, state, allotted, opened.quantity as opened
  from application left join position on position.user_id = application.user_id and position.id = application.id
  left join lateral (
    select position.quantity + coalesce(sum(closing.quantity), 0) as quantity from closing where position_id = position.id
  ) opened on position.id is not null
  order by application.id`

function positionFinding({ id, state, status, opened, allotted }: Allotted, isSellable: boolean): string | undefined {
  if (status !== 'allotted') return state === null ? undefined : `application ${id} is ${status} and has a position`
  if (state === null) return `application ${id} has no position`
  if (opened !== allotted) return `application ${id} has ${opened} of ${allotted} allotted shares`
  if (isSellable) return state === 'LOCKED' ? `application ${id} is locked after its listing or lock-up` : undefined
  return state === 'LOCKED' ? undefined : `application ${id} is ${state} before its listing or the end of its lock-up`
}

type Drawn = {
  readonly id: number
  readonly source: OfferSource
  readonly offer: number
  readonly quantity: bigint
  readonly lots: number
  readonly rank: number
  readonly key: string
}

/** Draws every application once more, each in a book that nobody else was drawn in (rulebook §20.4-1). */
async function drawFindings({ database, redrawn }: SimulatedMarket, offers: Offers): Promise<string[]> {
  const { rows } = await database.pool.query<Drawn>(`
    select application.id, source, offer_id as offer, quantity, drawn_lots as lots, rank, key
    from application join offer_draw using (source, offer_id) where drawn_lots is not null order by application.id`)
  return rows.flatMap(({ id, source, offer: number, quantity, lots, rank, key }) => {
    if (redrawn.has(id)) return []
    redrawn.add(id)
    const name = offerKey({ source, id: number })
    const offer = present(offers.get(name), `offer ${name}`)
    const keyed = (message: string): string =>
      createHmac('sha256', Buffer.from(key, 'hex')).update(message).digest('hex')
    const asked = { id: `p${id}`, lots: Number(quantity / offer.lot) }
    const alone = drawApplication(rankWholeBook(offer, offer.book, keyed), asked, keyed)
    if (alone.lots === lots && alone.rank === rank) return []
    return [
      `application ${id} drew ${lots} lots with rank ${rank}, alone it draws ${alone.lots} with rank ${alone.rank}`,
    ]
  })
}

type Offers = ReadonlyMap<string, Offer>

/** Short sales that were ordered while an offer kept them out of the stock (rulebook §21). */
async function shortFindings({ database, feed, clock }: SimulatedMarket): Promise<string[]> {
  const { rows } = await database.pool.query<{ id: number; key: string; at: number }>(`
    select id, instrument as key, accepted_at as at from trade_order where purpose = 'open' and side = 'sell' order by id`)
  const placings = feed.placings(clock.now())
  return rows.flatMap(({ id, key, at }) => {
    const under = placings.find((placing) => placing.instrument === key && isUnderWay(placing, at))
    return under === undefined ? [] : [`order ${id} is short in ${key} under placing ${under.id}`]
  })
}

export async function issueFindings(market: SimulatedMarket): Promise<string[]> {
  const { database, feed, clock, products } = market
  if (!products.includes('new issues') && !products.includes('placings')) return []
  const { pool } = database
  const now = clock.now()
  const offers: Offers = new Map(
    [...feed.newIssues(now), ...feed.placings(now)].map((offer) => [offerKey(offer), offer]),
  )
  const isSellable = ({ source, offer: id }: Allotted): boolean => {
    const offer = offers.get(offerKey({ source, id }))
    return offer !== undefined && sellableFrom(offer) <= now
  }
  const texts = [
    ...(await pool.query<{ text: string }>(forbidden)).rows,
    ...(await pool.query<{ text: string }>(wrongMoney)).rows,
  ]
  const { rows } = await pool.query<Allotted>(allotments)
  const positions = rows.flatMap((row) => positionFinding(row, isSellable(row)) ?? [])
  return [
    ...texts.map(({ text }) => text),
    ...positions,
    ...(await drawFindings(market, offers)),
    ...(await shortFindings(market)),
  ].map((text) => `issues: ${text}`)
}

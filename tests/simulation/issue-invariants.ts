import { createHmac } from 'node:crypto'
import { present } from '@mex/core/assert.ts'
import { drawApplication, rankWholeBook } from '@mex/core/offerings/draw.ts'
import type { SimulatedMarket } from './market.ts'

/** What must hold of applications for new issues whenever nothing is in progress, told by their own rows and the offers. */

/** Applications that a person may not have: a second one for an offer, or one without a verified identity. */
const forbidden = `
  select 'user ' || user_id || ' has ' || count(*) || ' applications for issue ' || offer_id as text from application
    where status <> 'cancelled' group by user_id, offer_id having count(*) > 1
  union all select 'application ' || application.id || ' is of user ' || user_id || ', who is not verified' from application
    join app_user on app_user.id = user_id where real_status <> 3`

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
  readonly offer: number
  readonly state: string | null
  readonly status: string
  readonly opened: bigint | null
  readonly allotted: bigint
}

/** The position of every application: it has the allotted shares, and nobody can sell them before they are listed. */
const allotments = `
  select application.id, offer_id as offer, application.status, state, allotted, opened.quantity as opened
  from application left join position on position.user_id = application.user_id and position.id = application.id
  left join lateral (
    select position.quantity + coalesce(sum(closing.quantity), 0) as quantity from closing where position_id = position.id
  ) opened on position.id is not null
  order by application.id`

function positionFinding({ id, state, status, opened, allotted }: Allotted, isListed: boolean): string | undefined {
  if (status !== 'allotted') return state === null ? undefined : `application ${id} is ${status} and has a position`
  if (state === null) return `application ${id} has no position`
  if (opened !== allotted) return `application ${id} has ${opened} of ${allotted} allotted shares`
  if (isListed) return state === 'LOCKED' ? `application ${id} is locked after its listing` : undefined
  return state === 'LOCKED' ? undefined : `application ${id} is ${state} before its listing`
}

type Drawn = {
  readonly id: number
  readonly offer: number
  readonly quantity: bigint
  readonly lots: number
  readonly rank: number
  readonly key: string
}

/** Draws every application once more, each in a book that nobody else was drawn in (rulebook §20.4-1). */
async function drawFindings({ database, feed, clock, redrawn }: SimulatedMarket): Promise<string[]> {
  const { rows } = await database.pool.query<Drawn>(`
    select application.id, offer_id as offer, quantity, drawn_lots as lots, rank, key
    from application join offer_draw using (source, offer_id) where drawn_lots is not null order by application.id`)
  const offers = new Map(feed.newIssues(clock.now()).map((offer) => [offer.id, offer]))
  return rows.flatMap(({ id, offer: number, quantity, lots, rank, key }) => {
    if (redrawn.has(id)) return []
    redrawn.add(id)
    const offer = present(offers.get(number), `issue ${number}`)
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

export async function issueFindings(market: SimulatedMarket): Promise<string[]> {
  const { database, feed, clock, products } = market
  if (!products.includes('new issues')) return []
  const { pool } = database
  const now = clock.now()
  const listed = new Map(feed.newIssues(now).map(({ id, listsAt }) => [id, listsAt <= now]))
  const texts = [
    ...(await pool.query<{ text: string }>(forbidden)).rows,
    ...(await pool.query<{ text: string }>(wrongMoney)).rows,
  ]
  const { rows } = await pool.query<Allotted>(allotments)
  const positions = rows.flatMap((row) => positionFinding(row, listed.get(row.offer) === true) ?? [])
  return [...texts.map(({ text }) => text), ...positions, ...(await drawFindings(market))].map(
    (text) => `issues: ${text}`,
  )
}

import type { Journal } from '@mex/core/ledger/ledger.ts'
import { addMoney, formatMoney, nothing, type Money } from '@mex/core/money/money.ts'
import { letHappen, requestRedemption, type Happened, type RobotWorld } from '@mex/core/robots/course.ts'
import {
  isRedeemed,
  newRental,
  wakeAt,
  type EnergyPurchase,
  type Rental,
  type Stretch,
} from '@mex/core/robots/rental.ts'
import { isOnOffer, slotsLeft } from '@mex/core/robots/robot.ts'
import { allowLongStatements } from '#areas/ledger/store-verify.ts'
import { findingsMax, type VerifyFacts } from '#areas/ledger/verify-rows.ts'
import { isoInstant } from '#clock.ts'
import { inTransaction, type Database } from '#db/sql.ts'
import type { Feed } from '#feeds/feed.ts'
import { miningFactsAt } from '#feeds/robot-market.ts'
import { rentalsAfter, stretchesOf } from './store.ts'
import { robotJournals } from './store-verify.ts'

export type RobotsVerified = {
  readonly rentals: number
  readonly ticks: number
  readonly findings: readonly string[]
}

const pageSize = 20

/**
 * Recomputes every rental tick by tick from public facts (rulebook §26): its terms, the plan of the pool, the difficulty and the price
 * of the coin. Of the wallet only the free money is taken as it was at each purchase of energy. The result must be the stored one, to
 * the last of 8 decimals, and the journals of income, energy and rent those that follow, to the cent.
 */
export const verifyRobots = (db: Database, facts: VerifyFacts): Promise<RobotsVerified> =>
  inTransaction(
    db,
    async (tx) => {
      await allowLongStatements(tx)
      const findings: string[] = []
      let [rentals, ticks, after] = [0, 0, 0]
      for (;;) {
        const page = await rentalsAfter(tx, after, pageSize)
        const keys = page.map(({ user, id }) => ({ userId: user, id }))
        const stretches = Map.groupBy(await stretchesOf(tx, keys), ({ rental }) => rental)
        const journals = await robotJournals(
          tx,
          page.map(({ id }) => id),
        )
        for (const rental of page) {
          const faults = wrongRental({ rental, stretches: stretches.get(rental.id) ?? [] }, journals, facts)
          findings.push(...faults.map((fault) => `robot ${rental.id}: ${fault}`))
          ticks += rental.ticks
        }
        rentals += page.length
        after = page.at(-1)?.id ?? after
        if (page.length < pageSize) return { rentals, ticks, findings: findings.slice(0, findingsMax) }
      }
    },
    'snapshot',
  )

type Stored = { readonly rental: Rental; readonly stretches: readonly Stretch[] }

function wrongRental(
  stored: Stored,
  journals: ReadonlyMap<number, ReadonlyMap<string, Money>>,
  { feed, now, settledUntil }: VerifyFacts,
): readonly string[] {
  const { rental } = stored
  const robot = feed.robots.find(rental.robot, now)
  if (robot === undefined) return ['is of a robot that is not there']
  const { createdAt } = rental
  const due = wakeAt(rental)
  const isOffered =
    isOnOffer(robot, createdAt) &&
    slotsLeft(robot, feed.robots.taken(robot, createdAt), createdAt) > 0 &&
    feed.robots.poolLeft(createdAt) > 0
  const again = recompute(stored, feed)
  return [
    ...(isOffered ? [] : ['was rented when it could not be']),
    ...(rental.price === robot.price && rental.cycle === robot.cycle ? [] : ['has other terms than its robot']),
    ...wrongState(rental, again.rental),
    ...wrongTicks(stored.stretches, again.stretches),
    ...wrongJournals(journals.get(rental.id) ?? new Map(), again.journals),
    ...(due !== undefined && due <= settledUntil ? [`what was due at ${isoInstant(due)} was not booked`] : []),
  ]
}

type Again = { readonly rental: Rental; readonly stretches: readonly Stretch[]; readonly journals: readonly Journal[] }

/** The rental from its beginning, with the free money that was noted at each purchase of energy. */
function recompute({ rental, stretches }: Stored, feed: Feed): Again {
  const purchases = stretches.flatMap(({ energy }) => energy ?? [])
  const journals: Journal[] = []
  let asked = 0
  const world: RobotWorld = {
    facts: (at) => miningFactsAt(feed, at),
    poolLeft: (at) => feed.robots.poolLeft(at),
    available: () => purchases[asked++]?.available ?? nothing,
    post: (entry) => void (entry.lines.length > 0 && journals.push(entry)),
    now: rental.changedAt,
  }
  const made: Stretch[] = []
  const take = (current: Rental, happened: Happened): Rental => {
    made.push(...happened.stretches)
    return happened.rentals.get(current.id) ?? current
  }
  const { redemption, redeemedAt, changedAt } = rental
  const begun = newRental(rental)
  if (redemption === undefined)
    return { rental: take(begun, letHappen([begun], changedAt, world)), stretches: made, journals }
  let current = take(begun, letHappen([begun], redemption.at, world))
  if (current.redemption === undefined) current = take(current, requestRedemption(current, redemption.at, world))
  if (redeemedAt !== undefined) current = take(current, letHappen([current], redeemedAt, { ...world, now: redeemedAt }))
  return { rental: current, stretches: made, journals }
}

const shown = (rental: Rental): string =>
  JSON.stringify({ ...rental, changedAt: 0, redeemedAt: isRedeemed(rental) }, (_, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  )

const wrongState = (stored: Rental, again: Rental): readonly string[] =>
  shown({ ...again, id: stored.id }) === shown(stored) ? [] : [`is ${shown(stored)}, should be ${shown(again)}`]

const flat = (stretches: readonly Stretch[]) => ({
  ticks: stretches.flatMap(({ first, coins, incomes }) =>
    coins.map((coin, place) => `${first + place} ${coin} ${incomes[place] ?? ''}`),
  ),
  purchases: stretches.flatMap(({ first, coins, energy }) =>
    energy === undefined ? [] : [purchaseText(first + coins.length - 1, energy)],
  ),
})

const purchaseText = (tick: number, { wanted, bought, paid }: EnergyPurchase): string =>
  `${bought} of ${wanted} units at tick ${tick} for ${formatMoney(paid)}`

function wrongTicks(stored: readonly Stretch[], again: readonly Stretch[]): readonly string[] {
  const [found, expected] = [flat(stored), flat(again)]
  return [
    ...firstDifference('tick', found.ticks, expected.ticks),
    ...firstDifference('purchase of energy', found.purchases, expected.purchases),
  ]
}

function firstDifference(what: string, found: readonly string[], expected: readonly string[]): readonly string[] {
  const length = Math.max(found.length, expected.length)
  for (let place = 0; place < length; place += 1)
    if (found[place] !== expected[place])
      return [`${what} is ${found[place] ?? 'missing'}, should be ${expected[place] ?? 'missing'}`]
  return []
}

const between = new Set(['E81', 'E82', 'E83'])

function wrongJournals(found: ReadonlyMap<string, Money>, again: readonly Journal[]): readonly string[] {
  const expected = new Map(
    again
      .filter(({ event }) => between.has(event))
      .map(({ key, lines }) => [key, addMoney(nothing, ...lines.map(({ debit }) => debit))]),
  )
  const told = (amount: Money | undefined): string => (amount === undefined ? 'missing' : formatMoney(amount))
  return [...new Set([...found.keys(), ...expected.keys()])]
    .filter((key) => found.get(key) !== expected.get(key))
    .map((key) => `${key} is ${told(found.get(key))}, should be ${told(expected.get(key))}`)
}

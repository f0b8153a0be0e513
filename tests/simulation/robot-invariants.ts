import { minedCoin } from '@mex/core/robots/robot.ts'
import { dayMilliseconds, minuteMilliseconds } from '@mex/core/time-zone.ts'
import { differing, dividedUp, postedFor, type Posted } from './posted.ts'
import type { SimulatedMarket } from './market.ts'

/** What must hold of rented robots whenever nothing is in progress, told by the coin, the network, their ticks and the ledger (rulebook §26). */

type Rental = {
  readonly id: number
  readonly user: number
  readonly robot: number
  readonly price: bigint
  readonly rent: bigint
  readonly cycle: number
  readonly created: number
  readonly status: string
  readonly ticks: number
  readonly mined: number
  readonly energy: number
  readonly difficulty: bigint | null
  readonly coin: bigint | null
  readonly income: bigint
  readonly paid: bigint
  readonly charged: bigint
  readonly settled: bigint
  readonly earned: bigint
  readonly kind: string | null
  readonly ended: number | null
  readonly refund: bigint | null
  readonly fee: bigint | null
  readonly unearned: bigint | null
  readonly unpaid: bigint | null
  readonly redeemed: number | null
}

const rentals = `
  select id, user_id as "user", robot_id as robot, price, rent, cycle_days as cycle, created_at as created, status, ticks, mined, energy,
    base_difficulty as difficulty, base_coin as coin, income, paid_income as paid, charged, settled, booked_rent as earned, end_kind as kind,
    end_at as ended, refund, fee, unearned, energy_unpaid as unpaid, redeemed_at as redeemed
  from robot_order order by id`

type Stretch = {
  readonly rental: number
  readonly first: number
  readonly coins: string
  readonly incomes: string
  readonly wanted: number | null
  readonly bought: number | null
  readonly available: bigint | null
  readonly paid: bigint | null
}

const stretches = `
  select order_id as rental, first_tick as first, coins, incomes, wanted, bought, available, paid
  from robot_stretch order by order_id, first_tick`

const tick = 10 * minuteMilliseconds
const ticksPerDay = 144
const unitsMax = 144
/** Amounts with 8 decimals and in centavos. */
const cents = (value: bigint): bigint => value / 10n ** 6n
const fine = (amount: bigint): bigint => amount * 10n ** 6n

/** When a robot begins to mine: a minute to look for a free pool, tried again every tick; one to locate it, two to connect. */
function startOf({ feed }: SimulatedMarket, created: number): { readonly found: number; readonly mines: number } {
  let found = created + minuteMilliseconds
  while (feed.robots.poolLeft(found) <= 0) found = created + tick * (Math.floor((found - created) / tick) + 1)
  return { found, mines: found + 3 * minuteMilliseconds }
}

/** How long a rental has run at the most: until its redemption was requested, or its end. */
const runsUntil = ({ created, cycle, ended }: Rental, now: number): number =>
  Math.min(ended ?? now, now, created + cycle * dayMilliseconds)

/** The newest 00:05 UTC by an instant. */
const paymentBy = (at: number): number =>
  Math.floor((at - 5 * minuteMilliseconds) / dayMilliseconds) * dayMilliseconds + 5 * minuteMilliseconds

/** Units × p × 0.0006 ÷ 144, with 8 decimals. */
const costOf = (price: bigint, units: number): bigint => (fine(price) * BigInt(units) * 6n) / (10_000n * 144n)
const earnedAfter = ({ rent, cycle }: Rental, ticks: number): bigint =>
  dividedUp(rent * BigInt(ticks), BigInt(ticksPerDay * cycle))

function* wrongTerms(market: SimulatedMarket, rental: Rental): Generator<string> {
  const { price, rent, cycle, created, status, ended } = rental
  const now = market.clock.now()
  const robot = market.feed.robots.find(rental.robot, now)
  if (robot === undefined) return yield `is of robot ${rental.robot}, which is not there`
  if (created < robot.offeredFrom || created >= robot.offeredUntil) yield 'was rented while it was not on offer'
  yield* differing('price', price, robot.price)
  yield* differing('cycle', cycle, robot.cycle)
  yield* differing('rent', rent, dividedUp(price * 2n * BigInt(cycle), 3000n))
  if (ended !== null) return
  const { found, mines } = startOf(market, created)
  const isOver = created + cycle * dayMilliseconds <= now
  if (now < found) yield* differing('status', status, 'finding')
  else if (now < found + minuteMilliseconds) yield* differing('status', status, 'locating')
  else if (now < mines) yield* differing('status', status, 'starting')
  else if (isOver) yield* differing('status', status, 'expired')
  else if (status !== 'mining' && status !== 'stopped') yield `is ${status}, should be mining or stopped`
  if (isOver && now >= created + (cycle + 1) * dayMilliseconds) yield 'is not redeemed a day after its end'
}

/** A course of ticks as it must be: what was mined, and the energy that it took. */
type Course = { energy: number; mined: number; income: bigint; charged: bigint; settled: bigint; isStopped: boolean }

type Facts = { readonly coinAt: (at: number) => bigint | undefined; readonly mines: number }

/** One tick of a stretch. */
function* wrongTick(
  market: SimulatedMarket,
  rental: Rental,
  course: Course,
  { number, coin, income }: { readonly number: number; readonly coin: string; readonly income: string },
  { coinAt, mines }: Facts,
): Generator<string> {
  const at = rental.created + number * tick
  const price = coinAt(at) ?? 0n
  if (String(price) !== coin) yield `tick ${number} has the coin at ${coin}, should be ${price}`
  const isMining = at > mines && !course.isStopped && course.energy > 0
  if (!isMining && at > mines && course.energy === 0) course.isStopped = true
  if (!isMining) {
    if (income !== '') yield `tick ${number} mined ${income} without energy or a pool`
    return
  }
  const { difficulty: before, coin: base } = rental
  const now = market.feed.robots.difficulty(at)
  if (before === null || base === null || now === undefined) return yield `tick ${number} was mined without a start`
  const right = (fine(rental.price) * 99n * before * price) / (10_000_000n * now * base)
  if (String(right) !== income) yield `tick ${number} mined ${income === '' ? 'nothing' : income}, should be ${right}`
  course.energy -= 1
  course.mined += 1
  course.income += right
}

/** Energy is bought back every hour, and with every tick while it stands still; as much as the wallet pays. */
function* wrongPurchase(
  { price }: Rental,
  course: Course,
  { wanted, bought, available, paid }: Stretch,
  { number, isDue }: { readonly number: number; readonly isDue: boolean },
): Generator<string> {
  const missing = unitsMax - course.energy
  if (!isDue || missing === 0) {
    if (bought !== null) yield `energy was bought at tick ${number}, when none was due`
    return
  }
  if (bought === null) return yield `no energy was bought at tick ${number}`
  yield* differing(`units wanted at tick ${number}`, wanted, missing)
  const due = (units: number): bigint => cents(course.charged + costOf(price, units)) - course.settled
  yield* differing(`price of energy at tick ${number}`, paid, due(bought))
  if (bought < missing && due(bought + 1) <= (available ?? 0n))
    yield `only ${bought} units were bought at tick ${number}`
  if (due(bought) > (available ?? 0n)) yield `energy at tick ${number} costs more than the wallet has`
  course.settled += due(bought)
  course.charged += costOf(price, bought)
  course.energy += bought
  if (course.isStopped && course.energy >= 6) course.isStopped = false
}

function* wrongCourse(
  market: SimulatedMarket,
  rental: Rental,
  own: readonly Stretch[],
  course: Course,
  facts: Facts,
): Generator<string> {
  let last = 0
  for (const stretch of own) {
    const [coins, incomes] = [stretch.coins.split(','), stretch.incomes.split(',')]
    yield* differing('first tick of a stretch', stretch.first, last + 1)
    let wasStopped = false
    for (const [place, coin] of coins.entries()) {
      last = stretch.first + place
      wasStopped = course.isStopped
      yield* wrongTick(market, rental, course, { number: last, coin, income: incomes[place] ?? '' }, facts)
      const isLast = place === coins.length - 1
      const isDue = last % 6 === 0 || wasStopped
      if (isLast) yield* wrongPurchase(rental, course, stretch, { number: last, isDue })
      else if (isDue && course.energy < unitsMax) yield `no energy was bought at tick ${last}`
    }
  }
  const passed = Math.floor((runsUntil(rental, market.clock.now()) - rental.created) / tick)
  // What only accrues may wait for the next purchase of energy.
  const least = rental.ended !== null || rental.status === 'expired' ? passed : passed - (passed % 6)
  if (last < least || last > passed) yield `${last} ticks have happened, should be ${passed}`
  yield* differing('ticks', rental.ticks, last)
  yield* differing('ticks that mined', rental.mined, course.mined)
  yield* differing('energy', rental.energy, course.energy)
  yield* differing('income', rental.income, course.income)
  yield* differing('charged energy', rental.charged, course.charged)
  yield* differing('paid energy', rental.settled, course.settled)
}

/** What came in by a tick, from the stretches. */
const incomeUntil = (own: readonly Stretch[], until: number): bigint =>
  own
    .flatMap(({ first, incomes }) => incomes.split(',').map((income, place) => [first + place, income] as const))
    .reduce((sum, [number, income]) => (number <= until && income !== '' ? sum + BigInt(income) : sum), 0n)

/** Income and rent are booked once a day, and with the end: what comes after waits. */
function* wrongBookings(market: SimulatedMarket, rental: Rental, own: readonly Stretch[], posted: Posted) {
  const { price, rent, created, status, ended, redeemed, refund, fee, unpaid } = rental
  const isSettled = ended !== null || status === 'expired'
  const until = isSettled ? Infinity : Math.floor((paymentBy(market.clock.now()) - created) / tick)
  const income = cents(incomeUntil(own, until))
  yield* differing('paid income', rental.paid, income)
  yield* differing('income by the ledger', -posted('SYS.POOL'), income)
  const ticks = Math.max(0, Math.min(rental.ticks, until))
  const earned = rental.kind !== 'early' && status === 'expired' ? rent : earnedAfter(rental, ticks)
  yield* differing('earned rent', rental.earned, earned)
  const isOver = redeemed !== null
  yield* differing('rent by the ledger', posted('REV.RENT'), earned + (isOver ? (fee ?? 0n) : 0n))
  yield* differing('energy by the ledger', posted('SYS.ENERGY'), rental.settled + (isOver ? (unpaid ?? 0n) : 0n))
  yield* differing('residual by the ledger', posted('U.PRODUCT'), isOver ? 0n : price - rent)
  const back = isOver ? (refund ?? 0n) : 0n
  yield* differing('change of the wallet', posted('U.AVAIL'), income + back - rental.settled - price)
}

/** What a redemption gives back: the residual and the rent that is not earned, less 5 % of that rent and the energy that is not paid. */
function* wrongRedemption(rental: Rental, course: Course, now: number): Generator<string> {
  const { price, rent, cycle, created, kind, ended, redeemed } = rental
  if (kind === null || ended === null) return
  const isEarly = kind === 'early'
  if (ended < created + (isEarly ? 1 : cycle) * dayMilliseconds) yield `was redeemed (${kind}) before it could be`
  const unearned = isEarly ? rent - earnedAfter(rental, rental.ticks) : 0n
  const fee = dividedUp(unearned, 20n)
  const unpaid = cents(course.charged + costOf(price, unitsMax - course.energy)) - course.settled
  yield* differing('unearned rent', rental.unearned, unearned)
  yield* differing('fee', rental.fee, fee)
  yield* differing('unpaid energy', rental.unpaid, unpaid)
  yield* differing('refund', rental.refund, price - rent + unearned - fee - unpaid)
  const due = ended + minuteMilliseconds
  if (redeemed === null ? due <= now : redeemed < due) yield 'was not given back after a minute'
}

function* wrongRental(
  market: SimulatedMarket,
  rental: Rental,
  own: readonly Stretch[],
  posted: Posted,
  coinAt: Facts['coinAt'],
) {
  const { created, difficulty, coin } = rental
  const now = market.clock.now()
  const { mines } = startOf(market, created)
  yield* wrongTerms(market, rental)
  if (mines <= runsUntil(rental, now)) {
    yield* differing('difficulty of the start', difficulty, market.feed.robots.difficulty(mines) ?? null)
    yield* differing('coin of the start', coin, coinAt(mines) ?? null)
  }
  const course = { energy: unitsMax, mined: 0, income: 0n, charged: 0n, settled: 0n, isStopped: false }
  yield* wrongCourse(market, rental, own, course, { coinAt, mines })
  yield* wrongBookings(market, rental, own, posted)
  yield* wrongRedemption(rental, course, now)
}

/** One person runs no more than five at a time. */
const tooMany = (rows: readonly Rental[]): string[] =>
  rows.flatMap(({ id, user, created }) => {
    const running = rows.filter(
      (other) =>
        other.user === user &&
        (other.created < created || (other.created === created && other.id <= id)) &&
        created < runsUntil(other, Infinity),
    )
    return running.length > 5 ? [`rental ${id} of user ${user} is number ${running.length} at a time`] : []
  })

export async function robotFindings(market: SimulatedMarket): Promise<string[]> {
  if (!market.products.includes('robots')) return []
  const { database, feed } = market
  const { rows } = await database.pool.query<Rental>(rentals)
  const made = Map.groupBy((await database.pool.query<Stretch>(stretches)).rows, ({ rental }) => rental)
  const posted = await postedFor(market, 'robot')
  const coinAt = (at: number): bigint | undefined => feed.quote(minedCoin.key, at)?.last
  return [
    ...rows.flatMap((rental) =>
      [...wrongRental(market, rental, made.get(rental.id) ?? [], posted(rental.id), coinAt)]
        .slice(0, 5)
        .map((text) => `rental ${rental.id}: ${text}`),
    ),
    ...tooMany(rows),
  ].map((text) => `robots: ${text}`)
}

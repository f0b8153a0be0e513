import type { Guard } from './guard.ts'

const rules = 'core/robots/decisions.ts'
const course = 'core/robots/course.ts'
const rental = 'core/robots/rental.ts'
const courseTests = 'core/robots/course.test.ts'
const areaTests = 'server/areas/robots/robots.test.ts'
const lateMoneyTests = 'server/areas/robots/late-money.test.ts'

const removals: readonly Omit<Guard, 'rows'>[] = [
  {
    name: 'robots: a redemption counts from what has happened already',
    file: 'server/areas/robots/rentals.ts',
    find: 'Math.max(at, rental.changedAt)',
    replace: 'at',
    test: 'server/areas/robots/robots.test.ts',
    fails: 'that was asked for just before the job went on counts from what the job has done',
  },
  {
    name: 'robots: a transfer counts from its due instant, however late it is booked',
    file: 'server/areas/wallet/transfers.ts',
    find: '({ at: now, counts: dueAt })',
    replace: '({ at: now, counts: Math.max(now, dueAt) })',
    test: lateMoneyTests,
    fails: 'pays for energy from its due instant on: two transfers',
  },
  {
    name: 'robots: of two late transfers each counts from its own instant',
    file: 'server/areas/wallet/transfers.ts',
    find: 'of roundsByUser(commands)',
    replace: 'of roundsByUser(commands).length === 0 ? [] : [commands]',
    test: lateMoneyTests,
    fails: 'pays for energy from its due instant on: two transfers',
  },
  {
    name: 'robots: a payout of AI quantify counts from its strike, however late it is booked',
    file: 'server/areas/quantify/subscriptions.ts',
    find: 'counts: end <= at ? end : startStrike(order).instant',
    replace: 'counts: end <= at ? at : startStrike(order).instant',
    test: lateMoneyTests,
    fails: 'pays for energy from its due instant on: a payout of AI quantify',
  },
  {
    name: 'robots: none is computed past money that is due and not booked',
    file: 'server/areas/robots/jobs.ts',
    find: 'dueAt + stretchMilliseconds, moneyAt)',
    replace: 'dueAt + stretchMilliseconds, Math.max(now, moneyAt))',
    test: lateMoneyTests,
    fails: 'pays for energy from its due instant on: a payout of AI quantify',
  },
  {
    name: 'robots: nobody rents outside of the sale window or without a slot',
    file: rules,
    find: "  if (!isOnOffer(robot, at) || facts.slotsLeft < count) return refusal('robot_unavailable')\n",
    replace: '',
    test: courseTests,
    fails: 'is refused: robot_unavailable',
  },
  {
    name: 'robots: one person runs five at most, while the pool has places',
    file: rules,
    find: "  if (facts.running + count > runningMax || facts.poolLeft < count) return refusal('mining_quota_used')\n",
    replace: '',
    test: courseTests,
    fails: 'is refused: mining_quota_used',
  },
  {
    name: 'robots: a rental is covered by money',
    file: rules,
    find: "  if (money(robot.price * BigInt(count)) > facts.available) return refusal('insufficient_balance')\n",
    replace: '',
    test: courseTests,
    fails: 'is refused: insufficient_balance',
  },
  {
    name: 'robots: none begins while a practice is reset',
    file: rules,
    find: '  if (facts.permission !== undefined) return facts.permission\n',
    replace: '',
    test: courseTests,
    fails: 'is refused: wrong_state',
  },
  {
    name: 'robots: a redemption is requested once',
    file: rental,
    find: '  rental.redemption === undefined && (rental.status',
    replace: '  (rental.status',
    test: courseTests,
    fails: 'may be ended after 24 hours and never twice',
  },
  {
    name: 'robots: none mines without energy',
    file: course,
    find: '  if (rental.energy < 1) {',
    replace: '  if (rental.energy < -1_000_000) {',
    test: courseTests,
    fails: 'stops when its 24 hours of energy are used',
  },
  {
    name: 'robots: energy is bought only as far as the wallet can pay',
    file: course,
    find: 'affordableUnits(paidPrice, wanted, { charged, settled }, available)',
    replace: 'Math.max(wanted, affordableUnits(paidPrice, wanted, { charged, settled }, available))',
    test: courseTests,
    fails: 'stops when its 24 hours of energy are used',
  },
  {
    name: 'robots: none is located while the pool is full',
    file: course,
    find: 'if (course.world.poolLeft(at) > 0) {',
    replace: 'if (course.world.poolLeft(at) > -1) {',
    test: courseTests,
    fails: 'stays in the first status while the pool is full',
  },
  {
    name: 'robots: nothing happens while a redemption is processed',
    file: rental,
    find: "  if (redemption !== undefined) return { kind: 'finish', at: redemption.at + processingMilliseconds }\n",
    replace:
      "  if (redemption !== undefined && status === 'expired') return { kind: 'finish', at: redemption.at + processingMilliseconds }\n",
    test: courseTests,
    fails: 'redeems early: unearned rent less 5 % comes back',
  },
  {
    name: 'robots: they go first before other money of their wallet moves',
    file: 'server/areas/wallet/transfers.ts',
    find: '  await first(tx, commands)\n',
    replace: '  void first\n',
    test: areaTests,
    fails: 'runs out of energy in an emptied wallet',
  },
]

/** What keeps rentals of robots right; no row of the verification standard asks for it. */
export const robots: readonly Guard[] = removals.map((removal) => ({ ...removal, rows: [] }))

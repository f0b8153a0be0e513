import type { Guard } from './guard.ts'

const rules = 'core/follow/decisions.ts'
const ruleTests = 'core/follow/decisions.test.ts'
const values = 'core/follow/campaign.ts'
const valueTests = 'core/follow/campaign.test.ts'

const removals: readonly Omit<Guard, 'rows'>[] = [
  {
    name: 'follow: nobody orders after the end of the subscription',
    file: rules,
    find: "  if (!isOpenForOrders(state.campaign, state.run, at)) return refusal('subscription_ended')\n",
    replace: '',
    test: ruleTests,
    fails: 'of 100 at 20 h is subscription_ended',
  },
  {
    name: 'follow: the amounts of a person stay within the largest',
    file: rules,
    find: ' || addMoney(placedBefore, amount) > followMax',
    replace: '',
    test: ruleTests,
    fails: 'of 500000 at 1 h is follow_amount',
  },
  {
    name: 'follow: no more is taken than the schedule leaves',
    file: rules,
    find: "  if (amount > capacityLeft) return refusal('capacity_reached')\n",
    replace: '',
    test: ruleTests,
    fails: 'of 100 at 1 h is capacity_reached',
  },
  {
    name: 'follow: an order is covered by money',
    file: rules,
    find: "  if (amount > available) return refusal('insufficient_balance')\n",
    replace: '',
    test: ruleTests,
    fails: 'of 100000.01 at 1 h is insufficient_balance',
  },
  {
    name: 'follow: nothing happens before its time',
    file: rules,
    find: 'event === undefined || event.at > facts.now',
    replace: 'event === undefined',
    test: ruleTests,
    fails: 'happens at its time and not before',
  },
  {
    name: 'follow: a cancelled campaign refunds',
    file: rules,
    find: "    if (run.cancelledAt !== undefined) return { kind: 'refund', at: run.cancelledAt }\n",
    replace: '',
    test: ruleTests,
    fails: 'a campaign that is cancelled before it opens refunds everything',
  },
  {
    name: 'follow: a long halt refunds',
    file: rules,
    find: '  while (at <= latest) {',
    replace: "  for (;;) {\n    if (at === Infinity) return { kind: 'confirm', at: latest }",
    test: ruleTests,
    fails: 'a halt at the opening delays it',
  },
  {
    name: 'follow: both turns cost',
    file: values,
    find: 'open * (tenThousand - cost)',
    replace: 'open * tenThousand',
    test: valueTests,
    fails: 'an amount becomes what the move',
  },
  {
    name: 'follow: a loss ends at the amount',
    file: values,
    find: "parts > 0n ? divide(amount * parts, open * tenThousand, 'floor') : 0n",
    replace: "divide(amount * parts, open * tenThousand, 'floor')",
    test: valueTests,
    fails: 'an amount becomes what the move',
  },
  {
    name: 'follow: the fee is of a profit only',
    file: values,
    find: 'value > amount ? divide(',
    replace: 'value > 0n ? divide(',
    test: valueTests,
    fails: 'the fee is 10 % of a profit',
  },
  {
    name: 'follow: the nonce of a schedule is secret while orders are taken',
    file: 'server/feeds/simulator/agencies.ts',
    find: '(now < campaign.subscribeEnd ? undefined : scheduleOf(market, campaign).nonce)',
    replace: 'scheduleOf(market, campaign).nonce',
    test: 'server/feeds/simulator/agencies.test.ts',
    fails: 'a schedule hashes to what was published',
  },
]

/** What keeps the orders that follow campaigns right; no row of the verification standard asks for it. */
export const follow: readonly Guard[] = removals.map((removal) => ({ ...removal, rows: [] }))

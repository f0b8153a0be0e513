import type { Guard } from './guard.ts'

const rules = 'core/quantify/decisions.ts'
const ruleTests = 'core/quantify/decisions.test.ts'
const running = 'core/strategies/strategy.ts'
const runningTests = 'core/strategies/strategy.test.ts'

const removals: readonly Omit<Guard, 'rows'>[] = [
  {
    name: 'quantify: no money goes into a product without a price',
    file: rules,
    find: "  if (!isOpen) return refusal('product_not_open')\n",
    replace: '',
    test: ruleTests,
    fails: '100, without a price, is refused: product_not_open',
  },
  {
    name: 'quantify: no more goes in than the plan of the week leaves',
    file: rules,
    find: 'amount > remaining || ',
    replace: '',
    test: ruleTests,
    fails: '1000, more than the plan leaves, is refused: quantify_full',
  },
  {
    name: 'quantify: one person puts in a tenth at most',
    file: rules,
    find: ' || addMoney(putInBefore, amount) > quantifyUserMax',
    replace: '',
    test: ruleTests,
    fails: '100.01, more than a tenth together, is refused: quantify_full',
  },
  {
    name: 'quantify: what goes in is covered by money',
    file: rules,
    find: "  if (amount > available) return refusal('insufficient_balance', { field: 'amount' })\n",
    replace: '',
    test: ruleTests,
    fails: '1000, more than there is, is refused: insufficient_balance',
  },
  {
    name: 'quantify: units are bought at the next price, never at a known one',
    file: 'core/strategies/strike.ts',
    find: 'strikeOf(Math.floor((instant - strikeMilliseconds) / dayMilliseconds) + 1)',
    replace: 'strikeOf(Math.floor((instant - strikeMilliseconds) / dayMilliseconds))',
    test: ruleTests,
    fails: 'at a strike itself the next one counts, and the term is from strike to strike',
  },
  {
    name: 'quantify: nothing is paid out before its strike',
    file: rules,
    find: ' && instant <= now ? navOn(date)',
    replace: ' ? navOn(date)',
    test: ruleTests,
    fails: 'both strikes in one late run give what two runs on time give',
  },
  {
    name: 'quantify: fees are never more than the value',
    file: 'core/quantify/order.ts',
    find: 'money(least(value, yearly))',
    replace: 'money(yearly)',
    test: ruleTests,
    fails: '100 that became 0.00 in 180 days pays 0.00 and 0.00',
  },
  {
    name: 'strategies: every purchase and sale costs something',
    file: running,
    find: 'turnCostBasisPoints = 5n',
    replace: 'turnCostBasisPoints = 0n',
    test: runningTests,
    fails: 'turning from one code to another costs both sides',
  },
  {
    name: 'strategies: a decision earns nothing of the move before it',
    file: running,
    find: '([code, units]) => [code, valueOf(units, prices, code)]',
    replace: '([code, units]) => [code, valueOf(units, track.prices, code)]',
    test: runningTests,
    fails: 'buying costs 5 basis points, and the value then moves with the price',
  },
  {
    name: 'strategies: a lost value stays lost',
    file: running,
    find: 'const isLost = value <= 0n',
    replace: 'const isLost = value < -(10n ** 30n)',
    test: runningTests,
    fails: 'what is held twice loses twice, and a lost value stays lost',
  },
  {
    name: 'strategies: an action counts in one strike alone',
    file: 'core/strategies/growth.ts',
    find: 'isDividend(action) && isBetween(action, from, until)',
    replace: 'isDividend(action)',
    test: 'core/strategies/growth.test.ts',
    fails: 'comparable prices: an action at the last strike is not counted again',
  },
]

/** What keeps strategies and quantitative products right; no row of the verification standard asks for it. */
export const quantify: readonly Guard[] = removals.map((removal) => ({ ...removal, rows: [] }))

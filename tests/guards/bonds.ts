import type { Guard } from './guard.ts'

const rules = 'core/bonds/decisions.ts'
const ruleTests = 'core/bonds/decisions.test.ts'
const publicYields = 'server/feeds/replay/public-yields.ts'
const publicYieldTests = 'server/feeds/replay/public-yields.test.ts'

const removals: readonly Omit<Guard, 'rows'>[] = [
  {
    name: 'bonds: nobody buys while the market is closed',
    file: rules,
    find: "  if (permission !== undefined) return permission\n  if (quote.phase === 'closed') return refusal('market_closed')\n",
    replace: '  if (permission !== undefined) return permission\n',
    test: ruleTests,
    fails: 'of 100 is refused: market_closed',
  },
  {
    name: 'bonds: no more is bought than the plan of the issue leaves',
    file: rules,
    find: 'face > remaining || ',
    replace: '',
    test: ruleTests,
    fails: 'of 1000 is refused: sold_out',
  },
  {
    name: 'bonds: one person buys a tenth of an issue at most',
    file: rules,
    find: ' || addMoney(boughtBefore, face) > faceMaxOf(bond)',
    replace: '',
    test: ruleTests,
    fails: 'of 1000 is refused: sold_out',
  },
  {
    name: 'bonds: yields of a day are not known before they are published',
    file: publicYields,
    find: 'newest >= 0 && publishedAt(newest) > now ? newest - 1 : newest',
    replace: 'newest',
    test: publicYieldTests,
    fails: 'come into force at 18:00 of New York on their day, and stay until the next row',
  },
  {
    name: 'bonds: no bond is listed before the first yields are published',
    file: 'server/feeds/simulator/bond-issues.ts',
    find: '      if (now < since) return undefined\n',
    replace: '',
    test: publicYieldTests,
    fails: 'are listed when the first yields are published; a coupon is set by the yields of the auction',
  },
  {
    name: 'bonds: nothing is traded on yields that are too old',
    file: 'server/feeds/simulator/bond-issues.ts',
    find: "      if (now >= until) return 'closed'\n",
    replace: '',
    test: publicYieldTests,
    fails: 'are not traded on yields older than five days, but for that keep the last ones',
  },
  {
    name: 'bonds: a purchase is covered by money',
    file: rules,
    find: "  if (cost > available) return refusal('insufficient_balance')\n",
    replace: '',
    test: ruleTests,
    fails: 'of 10000 is refused: insufficient_balance',
  },
  {
    name: 'bonds: what is sold is not sold again',
    file: rules,
    find: "holding.status !== 'bought' || ",
    replace: '',
    test: ruleTests,
    fails: 'of everything',
  },
  {
    name: 'bonds: nothing is sold at its maturity',
    file: rules,
    find: 'settles >= bond.matures || ',
    replace: '',
    test: ruleTests,
    fails: 'of everything',
  },
  {
    name: 'bonds: no coupon is paid for days after a sale',
    file: rules,
    find: ' && (redemption === undefined || date <= redemption.settles)',
    replace: '',
    test: ruleTests,
    fails: 'sold to settle on the coupon date: the coupon; before it: none',
  },
  {
    name: 'bonds: nobody buys while the practice is reset',
    file: 'server/areas/bonds/trades.ts',
    find: 'permission: await resetRefusal(tx, user)',
    replace: 'permission: undefined',
    test: 'server/areas/bonds/bonds.test.ts',
    fails: 'bonds.buy refuses: wrong_state',
  },
]

/** What keeps purchases and sales of bonds right; no row of the verification standard asks for it. */
export const bonds: readonly Guard[] = removals.map((removal) => ({ ...removal, rows: [] }))

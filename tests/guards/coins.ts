import type { Guard } from './guard.ts'

const tests = 'server/areas/market/crypto.test.ts'

const removals: readonly Omit<Guard, 'rows'>[] = [
  {
    name: 'coins: the calls of coins answer for coins alone',
    file: 'server/areas/market/crypto.ts',
    find: "  if (input.market !== undefined && input.market !== 'CRYPTO')\n    return refuse('unknown_instrument', { field: 'stockCode' })\n",
    replace: '',
    test: tests,
    fails: 'refuses what is no coin: unknown_instrument',
  },
  {
    name: 'coins: a coin that nothing uses is in no list',
    file: 'server/areas/market/crypto.ts',
    find: '.filter(({ key }) => coinUses(key).length > 0)',
    replace: '',
    test: tests,
    fails: 'lists the coins that something uses, with the names of what uses them',
  },
]

/** What keeps the calls of coins to coins; no row of the verification standard asks for it. */
export const coins: readonly Guard[] = removals.map((removal) => ({ ...removal, rows: [] }))

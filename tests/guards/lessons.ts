import type { Guard } from './guard.ts'

const journey = 'tests/e2e/lessons.e2e.ts'

const removals: readonly Omit<Guard, 'rows'>[] = [
  {
    name: 'lessons: a promised curve is rounded to the nearest cent, so that anybody gets the same sum',
    file: 'core/lessons/promised.ts',
    find: "BigInt(day), 'near'",
    replace: "BigInt(day), 'ceil'",
    test: 'core/lessons/promised.test.ts',
    fails: '10000 at 100 basis points a day',
  },
  {
    name: 'lessons: a lesson that one user of a browser has read is not read by another one',
    file: 'web/areas/lessons/seen.ts',
    find: '`${userId}:${kind}`',
    replace: '`${kind}`',
    test: 'web/areas/lessons/seen.test.ts',
    fails: 'for its kind and its user alone',
  },
  {
    name: 'lessons: a coupon counts in the past worth from its date on',
    file: 'core/bonds/past-worth.ts',
    find: 'date <= now.settles',
    replace: 'date < now.settles',
    test: 'core/bonds/past-worth.test.ts',
    fails: 'on its coupon date',
  },
  {
    name: 'lessons: the past of a bond does not depend on what was asked before',
    file: 'server/areas/bonds/past-prices.ts',
    find: 'if (earlier?.last === last) return',
    replace: 'if (earlier !== undefined) return',
    test: 'server/areas/bonds/past-prices.test.ts',
    fails: 'does not depend on what was asked before',
  },
  {
    name: 'lessons: a sheet that opens while another one closes is not closed by its Back',
    file: 'web/data/navigation.ts',
    find: 'if (this.#isReturning) this.#waiting.push(open)\n    else open()',
    replace: 'open()',
    test: 'web/data/navigation.test.ts',
    fails: 'stays open when Back arrives',
  },
  {
    name: 'lessons: the first purchase of a kind stands behind its lesson',
    file: 'web/areas/lessons/door/lesson-gate.tsx',
    find: 'hasBought === true || ',
    replace: 'true || ',
    test: journey,
    fails: 'before the first bond somebody reads',
  },
]

/** What keeps the pages about frauds right; no row of the verification standard asks for it. */
export const lessons: readonly Guard[] = removals.map((removal) => ({ ...removal, rows: [] }))

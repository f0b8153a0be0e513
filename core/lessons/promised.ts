import { divide } from '#money/decimal.ts'
import { money, moneyOf, type Money } from '#money/money.ts'

/** The products whose shape real frauds imitate. */
export const lessonKinds = ['bonds', 'follow', 'quantify', 'robots'] as const
export type LessonKind = (typeof lessonKinds)[number]

/** What a fraud of each kind promises for every day, in basis points: 0.15 %, about 4.6 % a month, or 1 %. */
export const dailyPromises: Readonly<Record<LessonKind, bigint>> = {
  bonds: 15n,
  follow: 100n,
  quantify: 100n,
  robots: 100n,
}

/** The money with which both curves of a lesson begin. */
export const lessonStart = moneyOf('10000')

const wholeInBasisPoints = 10_000n

/**
 * What a fraud shows for each day from the first to the last, the first included: start × (1 + r)^days, to the nearest
 * cent, so that anybody gets the same sum. Such a curve has no bad day; no investment pays it.
 */
export function promisedWorths(start: Money, dailyBasisPoints: bigint, days: number): readonly Money[] {
  const growth = wholeInBasisPoints + dailyBasisPoints
  return Array.from({ length: days + 1 }, (_, day) =>
    money(divide(start * growth ** BigInt(day), wholeInBasisPoints ** BigInt(day), 'near')),
  )
}

/** What a start has become where something was worth `first` and is worth `now`, in any unit: start × now / first, to the nearest cent. */
export const grownTo = (start: Money, first: bigint, now: bigint): Money => money(divide(start * now, first, 'near'))

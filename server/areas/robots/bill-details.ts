import type { Language } from '@mex/contract/language.ts'
import { textIn, type Traditional } from '@mex/contract/text.ts'
import { emptyBillDetail, type BillDetail } from '@mex/contract/wallet/shapes.ts'
import { isoDate, parseIsoDate } from '@mex/core/time-zone.ts'
import type { Tx } from '#db/sql.ts'
import type { Feed } from '#feeds/feed.ts'
import { robotsOfJournals } from './store-bill-details.ts'

type Facts = {
  readonly feed: Feed
  readonly now: number
  readonly language: Language
  readonly traditional: Traditional
}

/** The robots of rents, incomes, purchases of energy and returns, with the days of incomes, by journal (specification, calls T). */
export async function robotBillDetails(
  tx: Tx,
  userId: number,
  journals: readonly number[],
  { feed, now, language, traditional }: Facts,
): Promise<ReadonlyMap<number, BillDetail>> {
  if (journals.length === 0) return new Map()
  const rows = await robotsOfJournals(tx, userId, journals)
  return new Map(
    rows.map(({ journal, event, period, robot }) => {
      const name = feed.robots.find(robot, now)?.name
      const product = name === undefined ? undefined : textIn(name, language, traditional)
      return [journal, { ...emptyBillDetail, product, date: event === 'E82' ? earnedOn(period) : undefined }]
    }),
  )
}

/** Income of a day is paid at 00:05 of the next one; what is paid at an end has no day of its own. */
function earnedOn(period: string): string | undefined {
  const paidOn = parseIsoDate(period)
  return paidOn === undefined ? undefined : isoDate(paidOn - 1)
}

import { deskDoors, haltsNow } from '@mex/server/testing.ts'
import type { SimulatedMarket } from './market.ts'
import type { SeededRandom } from './seeded-random.ts'

/** Percentages of the times at which an operator acts, and of halts among what is halted already. */
const actsPercent = 35
const morePercent = 40
const wholeMarketPercent = 20
/** How often the job of a server comes between two ticks. */
const readsPercent = 30

const occasionOf = (now: number) => ({ author: 'simulation', reason: 'drawn', now })

/** An operator halts an instrument or its market, or ends a halt, while people trade; tells what. */
export async function haltSomething(
  { database: { db }, instruments, clock }: SimulatedMarket,
  random: SeededRandom,
  tell: (line: string) => void,
): Promise<void> {
  if (!random.percent(actsPercent)) return
  const halts = await haltsNow(db)
  if (halts.length > 0 && !random.percent(morePercent)) {
    const { market, code } = random.pick(halts)
    tell(`resumed: ${market} ${code ?? ''}`)
    return deskDoors.resumeTrading(db, { market, code }, occasionOf(clock.now()))
  }
  const { market, key } = random.pick(instruments)
  const code = random.percent(wholeMarketPercent) ? undefined : key.slice(market.length + 1)
  if (halts.some((halt) => halt.market === market && halt.code === code)) return
  tell(`halted: ${market} ${code ?? ''}`)
  await deskDoors.haltTrading(db, { market, code }, occasionOf(clock.now()))
}

/** The jobs of some servers read what is halted. */
export const readHalts = ({ deciding }: SimulatedMarket, random: SeededRandom): readonly Promise<void>[] =>
  deciding.halts.flatMap((halts) => (random.percent(readsPercent) ? [halts.refresh()] : []))

import type { Name } from '@mex/core/market/instrument.ts'
import { quantifyStrategies } from '@mex/core/quantify/products.ts'
import { minedCoin } from '@mex/core/robots/robot.ts'

const robots: Name = { en: 'Mining robots', zh: '挖矿机器人' }

/** What uses the price of an instrument: robots mine one coin, and each strategy has a universe. */
const uses = [
  { name: robots, keys: [minedCoin.key] },
  ...Object.values(quantifyStrategies).map(({ name, strategy }) => ({ name, keys: strategy.universe })),
]

/** The products that use the price of a coin, by its key (rulebook §26.3); none for a coin that is in no list. */
export const coinUses = (key: string): readonly Name[] =>
  uses.filter(({ keys }) => keys.includes(key)).map(({ name }) => name)

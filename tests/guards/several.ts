import type { Guard } from './guard.ts'

const ofCommands = 'server/areas/trading/several.test.ts'

/** Several positions or orders in one command (docs/decisions/054). */
export const severalAtOnce: readonly Guard[] = [
  {
    name: 'several: a command is for at most fifty',
    rows: [],
    file: 'contract/trading/several.ts',
    find: "  z.maxLength(severalMax, { error: refusalWord('invalid_parameter') }),\n",
    replace: '',
    test: ofCommands,
    fails: 'a command is for one to fifty',
  },
  {
    name: 'several: a refusal is named by its own code',
    rows: [],
    file: 'server/areas/trading/several.ts',
    find: 'code: refusalCode(outcome.refused),',
    replace: "code: refusalCode('not_found'),",
    test: ofCommands,
    fails: 'trading.closeSeveral answers',
  },
]

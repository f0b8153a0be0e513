import type { Language } from '@mex/contract/language.ts'
import type { Refusal } from '@mex/core/refusal.ts'
import { openIds, type Ids } from './database.ts'
import { openLane, type Command, type Lane } from './lane.ts'
import type { Database, Tx } from './sql.ts'

/** What a person wants, and the language of the answer. */
export type PersonCommand = Command & { readonly userId: number; readonly at: number; readonly language: Language }
/** What is due on a row of a user: the clock wants it. */
export type SettleCommand = Command & {
  readonly kind: 'settle'
  readonly userId: number
  readonly id: number
  readonly at: number
}

/** How a list is decided; `Needs` are the dependencies of the product. */
export type Deciders<Needs, In extends Command, Out, Deciding> = {
  /** Maximum number of commands in one list. */
  readonly listMax: number
  /** Loads what the commands touch; new rows take their ids from `ids`. */
  readonly load: (tx: Tx, commands: readonly In[], needs: Needs, ids: Ids) => Promise<Deciding>
  /** Decides one command by what was loaded, and by what the commands before it have changed there. */
  readonly decide: (deciding: Deciding, command: In, tx: Tx) => Out | Refusal | Promise<Out | Refusal>
  /** Saves what the list has changed. */
  readonly save: (tx: Tx, deciding: Deciding) => Promise<void>
}

/**
 * A lane of a product whose rows are numbered with the orders: it loads what a list of commands touches, decides them in their order, and
 * saves all changes together.
 */
export function openDecidingLane<Needs extends { readonly db: Database }, In extends Command, Out, Deciding>(
  needs: Needs,
  { listMax, load, decide, save }: Deciders<Needs, In, Out, Deciding>,
): Lane<In, Out> {
  const ids = openIds('contract_id')
  return openLane<In, Out>({
    db: needs.db,
    listMax,
    work: async (tx, commands) => {
      const deciding = await load(tx, commands, needs, ids)
      const answers: (Out | Refusal)[] = []
      for (const command of commands) answers.push(await decide(deciding, command, tx))
      await save(tx, deciding)
      return answers
    },
  })
}

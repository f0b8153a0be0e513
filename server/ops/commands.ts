import { articleCommands } from './articles.ts'
import { backupCommands } from './backup.ts'
import { chatCommands } from './chat.ts'
import type { Command } from './command.ts'
import { configurationCommands } from './configuration.ts'
import { journalCommands } from './journal.ts'
import { marketCommands } from './market.ts'
import { moneyCommands } from './money.ts'
import { reviewCommands } from './reviews.ts'
import { userCommands } from './users.ts'
import { verifyCommands } from './verify.ts'

/** All commands of the operator. A longer name comes before a shorter one that it begins with. */
export const commands: readonly Command[] = [
  ...verifyCommands,
  ...userCommands,
  ...reviewCommands,
  ...moneyCommands,
  ...chatCommands,
  ...marketCommands,
  ...articleCommands,
  ...configurationCommands,
  ...journalCommands,
  ...backupCommands,
]

import { isRefusal } from '@mex/core/refusal.ts'
import { settings } from '@mex/core/settings.ts'
import {
  chatThread,
  chatThreads,
  mutedUntil,
  mutePerson,
  operatorReply,
  unmutePerson,
  type ChatRow,
} from '#areas/content/chat.ts'
import { inTransaction } from '#db/sql.ts'
import { Declined } from '#areas/desk/actions.ts'
import { isoInstant } from '#clock.ts'
import { done, listed, neededInstant, withoutControls, WrongUsage, type Command } from './command.ts'
import { userNamed } from './users.ts'

const { textMax } = settings.chat
const listedMost = 60
const noAdvice =
  'Explain only how the product works: operators give no advice on what to buy, sell or hold, and make no promises.'

function shortened(text: string): string {
  const letters = Array.from(withoutControls(text))
  return letters.length > listedMost ? `${letters.slice(0, listedMost).join('')}…` : letters.join('')
}

const saidLines = ({ from, text, image, createdAt }: ChatRow): string[] => [
  `${isoInstant(createdAt)} ${from}${image === undefined ? '' : ' (with a picture)'}`,
  ...(text?.split('\n') ?? []).map((line) => `  ${line}`),
]

/** Conversations of users with the assistant (rulebook §2.1, §29). */
export const chatCommands: readonly Command[] = [
  {
    name: 'chat list',
    about: 'lists the conversations: those of users who ask for a person come first, then those that wait for a reply',
    takes: [],
    examples: ['chat list', 'chat list --json'],
    changes: false,
    async run({ db }) {
      const threads = await chatThreads(db)
      const rows = threads.map(({ userId, username, text, at, isWaiting, asksPerson }) => [
        String(userId),
        username,
        isoInstant(at),
        asksPerson ? 'asks for a person' : isWaiting ? 'waits' : 'answered',
        text === undefined ? '(a picture)' : shortened(text),
      ])
      return listed(['id', 'user ID', 'at', 'status', 'last message'], rows, 'no conversations', { threads })
    },
  },
  {
    name: 'chat show',
    about: 'shows the messages of a user, the assistant and operators; only the user can see the pictures',
    takes: ['USER'],
    examples: ['chat show alice@example.org'],
    changes: false,
    async run(tools, { arguments: [name = ''] }) {
      const user = await userNamed(tools, name)
      const [said, until] = await Promise.all([
        chatThread(tools.db, user.id),
        mutedUntil(tools.db, user.id, tools.wallNow),
      ])
      const muted = until === undefined ? [] : [`muted until ${isoInstant(until)}`]
      const lines = said.length === 0 ? [`${user.username} has no messages`] : said.flatMap(saidLines)
      const messages = said.map(({ image, ...row }) => ({ ...row, hasImage: image !== undefined }))
      return { isSuccess: true, lines: [...lines, ...muted], data: { user: user.id, messages, mutedUntil: until } }
    },
  },
  {
    name: 'chat reply',
    about: `replies to a user with at most ${textMax} characters, which the ledger keeps for ever. ${noAdvice}`,
    takes: ['USER', 'TEXT'],
    examples: ['chat reply alice@example.org "A transfer takes thirty seconds." --reason "asked in the chat"'],
    changes: true,
    async run(tools, { arguments: [name = '', text = ''] }) {
      const { id, username } = await userNamed(tools, name)
      const refused = await inTransaction(tools.db, (tx) => operatorReply(tx, id, text, tools.now))
      if (isRefusal(refused))
        throw new WrongUsage(
          refused.refused === 'text_too_long' ? `TEXT must have at most ${textMax} characters.` : 'TEXT is empty.',
        )
      return done(`replied to ${username}`, { user: id })
    },
  },
  {
    name: 'mute',
    about: 'refuses messages and pictures of a user until a time; trading and everything else continue',
    takes: ['USER'],
    options: {
      until: { type: 'string', value: 'TIME', about: 'when the mute ends, by the real clock: 2026-12-01T00:00:00Z' },
    },
    examples: ['mute alice@example.org --until 2026-12-01T00:00:00Z --reason "abuse"'],
    changes: true,
    async run(tools, given) {
      const until = neededInstant(given, 'until')
      if (until <= tools.wallNow) throw new Declined('--until must be in the future.')
      const { id, username } = await userNamed(tools, given.arguments[0] ?? '')
      await mutePerson(tools.db, id, until)
      return done(`${username} is muted until ${isoInstant(until)}`, { user: id, until })
    },
  },
  {
    name: 'unmute',
    about: 'accepts messages and pictures of a user again',
    takes: ['USER'],
    examples: ['unmute alice@example.org --reason "said sorry"'],
    changes: true,
    async run(tools, { arguments: [name = ''] }) {
      const { id, username } = await userNamed(tools, name)
      if ((await mutedUntil(tools.db, id, tools.wallNow)) === undefined) throw new Declined(`${username} is not muted.`)
      await unmutePerson(tools.db, id)
      return done(`${username} is no longer muted`, { user: id })
    },
  },
]

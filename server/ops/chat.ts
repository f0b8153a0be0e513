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
import { done, listed, neededInstant, WrongUsage, type Command } from './command.ts'
import { userNamed } from './people.ts'

const { textMax } = settings.chat
const listedMost = 60
const noAdvice =
  'Explain how things work here, and nothing else: operators give no advice on what to buy, sell or hold, and promise nothing.'

/** Removes control and bidirectional characters, so that a user's text cannot control the operator's terminal. */
const withoutControls = (text: string): string => text.replaceAll(/[\p{Cc}\u202A-\u202E\u2066-\u2069]/gu, ' ')

function shortened(text: string): string {
  const letters = Array.from(withoutControls(text))
  return letters.length > listedMost ? `${letters.slice(0, listedMost).join('')}…` : letters.join('')
}

const saidLines = ({ from, text, image, createdAt }: ChatRow): string[] => [
  `${isoInstant(createdAt)} ${from}${image === undefined ? '' : ' (with a picture)'}`,
  ...(text?.split('\n') ?? []).map((line) => `  ${withoutControls(line)}`),
]

/** Conversations of users with the assistant (rulebook §2.1, §29). */
export const chatCommands: readonly Command[] = [
  {
    name: 'chat list',
    about: 'lists the conversations, those that wait for an answer first',
    takes: [],
    examples: ['chat list', 'chat list --json'],
    changes: false,
    async run({ db }) {
      const threads = await chatThreads(db)
      const rows = threads.map(({ userId, username, text, at, isWaiting }) => [
        String(userId),
        username,
        isoInstant(at),
        isWaiting ? 'waits' : 'answered',
        text === undefined ? '(a picture)' : shortened(text),
      ])
      return listed(['id', 'user ID', 'at', '', 'said last'], rows, 'nobody has said anything', { threads })
    },
  },
  {
    name: 'chat show',
    about: 'shows what somebody, the assistant and operators have said; pictures are shown to their owner alone',
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
      const lines = said.length === 0 ? [`${user.username} has said nothing`] : said.flatMap(saidLines)
      const messages = said.map(({ image, ...row }) => ({ ...row, hasImage: image !== undefined }))
      return { isRight: true, lines: [...lines, ...muted], data: { user: user.id, messages, mutedUntil: until } }
    },
  },
  {
    name: 'chat reply',
    about: `answers somebody, at most ${textMax} characters, which stay in the ledger for ever. ${noAdvice}`,
    takes: ['USER', 'TEXT'],
    examples: ['chat reply alice@example.org "A transfer takes thirty seconds." --reason "asked in the chat"'],
    changes: true,
    async run(tools, { arguments: [name = '', text = ''] }) {
      const { id, username } = await userNamed(tools, name)
      const refused = await inTransaction(tools.db, (tx) => operatorReply(tx, id, text, tools.now))
      if (isRefusal(refused))
        throw new WrongUsage(
          refused.refused === 'text_too_long' ? `TEXT has at most ${textMax} characters.` : 'TEXT is empty.',
        )
      return done(`${username} has been answered`, { user: id })
    },
  },
  {
    name: 'mute',
    about: 'takes no message and no picture from somebody until a time; everything else goes on as before',
    takes: ['USER'],
    options: { until: { type: 'string', value: 'TIME', about: 'by the real clock: 2026-12-01T00:00:00Z' } },
    examples: ['mute alice@example.org --until 2026-12-01T00:00:00Z --reason "abuse"'],
    changes: true,
    async run(tools, given) {
      const until = neededInstant(given, 'until')
      if (until <= tools.wallNow) throw new Declined('--until has to be in the future.')
      const { id, username } = await userNamed(tools, given.arguments[0] ?? '')
      await mutePerson(tools.db, id, until)
      return done(`${username} is muted until ${isoInstant(until)}`, { user: id, until })
    },
  },
  {
    name: 'unmute',
    about: 'takes messages and pictures from somebody again',
    takes: ['USER'],
    examples: ['unmute alice@example.org --reason "said sorry"'],
    changes: true,
    async run(tools, { arguments: [name = ''] }) {
      const { id, username } = await userNamed(tools, name)
      if ((await mutedUntil(tools.db, id, tools.wallNow)) === undefined) throw new Declined(`${username} is not muted.`)
      await unmutePerson(tools.db, id)
      return done(`${username} is not muted any more`, { user: id })
    },
  },
]

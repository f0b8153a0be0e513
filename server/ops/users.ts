import { permissionNumbers, verificationNumbers } from '@mex/core/kyc/verification.ts'
import { findUser, newestMail, type UserSummary } from '#areas/account/store-desk.ts'
import { sessionsOf } from '#areas/account/store-sessions.ts'
import { Declined, revokeSessions } from '#areas/desk/actions.ts'
import { isoInstant } from '#clock.ts'
import { done, listed, table, textOption, WrongUsage, type Command, type Tools } from './command.ts'

const mailDefault = 20
const mailMost = 200

export async function userNamed({ db }: Pick<Tools, 'db'>, name: string): Promise<UserSummary> {
  const user = await findUser(db, name)
  if (user === undefined) throw new Declined(`There is no user ${name}: give an id, a user ID or an e-mail address.`)
  return user
}

const accountWords: Readonly<Record<UserSummary['state'], string>> = {
  GUEST: 'guest',
  ACTIVE: 'open',
  LOCKED_LOGIN: 'locked',
  CLOSING: 'closing',
  CLOSED: 'closed',
}
/** Words for the state numbers in the database. */
const verifications = wordsOf(
  { none: 'not requested', under_review: 'under review', refused: 'refused', verified: 'verified' },
  verificationNumbers,
)
const permissions = wordsOf(
  { none: 'not requested', under_review: 'under review', refused: 'refused', open: 'open' },
  permissionNumbers,
)

function wordsOf<State extends string>(
  words: Readonly<Record<State, string>>,
  numbers: Readonly<Record<State, number>>,
): (number: number) => string {
  const states = Object.keys(words) as State[]
  return (number) => {
    const state = states.find((each) => numbers[each] === number)
    return state === undefined ? String(number) : words[state]
  }
}

const openSessions = ({ db, wallNow }: Tools, user: number) => sessionsOf(db, user, wallNow)

export const userCommands: readonly Command[] = [
  {
    name: 'users show',
    about: 'shows the identity and the account state of a user, without documents, money or passwords',
    takes: ['USER'],
    examples: ['users show alice@example.org', 'users show 17 --json'],
    changes: false,
    async run(tools, { arguments: [name = ''] }) {
      const user = await userNamed(tools, name)
      const sessions = (await openSessions(tools, user.id)).length
      const facts: readonly (readonly [string, string])[] = [
        ['id', String(user.id)],
        ['user ID', user.username],
        ['e-mail', user.email ?? '–'],
        ['account', accountWords[user.state]],
        ['type', user.userType === 4 ? 'company' : 'individual'],
        ['language', user.language],
        ['verification', verifications(user.realStatus)],
        ['block trading', permissions(user.blockStatus)],
        ['opened (market clock)', isoInstant(user.createdAt)],
        ['last seen (real clock)', isoInstant(user.lastSeenAt)],
        ['open sessions', String(sessions)],
      ]
      return { isSuccess: true, lines: table(facts), data: { user: { ...user, sessions } } }
    },
  },
  {
    name: 'sessions list',
    about: 'lists the open sessions of a user',
    takes: ['USER'],
    examples: ['sessions list alice@example.org'],
    changes: false,
    async run(tools, { arguments: [name = ''] }) {
      const user = await userNamed(tools, name)
      const sessions = await openSessions(tools, user.id)
      const rows = sessions.map(({ id, createdAt, lastSeenAt, agent }) => [
        String(id),
        isoInstant(createdAt),
        isoInstant(lastSeenAt),
        agent,
      ])
      const headings = ['id', 'since (real clock)', 'last seen (real clock)', 'user agent']
      return listed(headings, rows, 'no open sessions', { user: user.id, sessions })
    },
  },
  {
    name: 'sessions revoke',
    about: 'revokes every session of a user, who can sign in again',
    takes: ['USER'],
    examples: ['sessions revoke alice@example.org --reason "her telephone was stolen"'],
    changes: true,
    async run(tools, { arguments: [name = ''] }) {
      const user = await userNamed(tools, name)
      const ended = await revokeSessions(tools.db, user.id, tools.wallNow)
      return done(`revoked ${ended} sessions of ${user.username}`, { user: user.id, ended })
    },
  },
  {
    name: 'mail tail',
    about: 'shows the newest stored mail: all mail without SMTP_URL, otherwise mail that is not sent yet',
    takes: [],
    options: {
      lines: { type: 'string', value: 'NUMBER', about: `number of mails, at most ${mailMost} [${mailDefault}]` },
    },
    examples: ['mail tail', 'mail tail --lines 3'],
    changes: false,
    async run({ db }, given) {
      const wanted = textOption(given, 'lines') ?? String(mailDefault)
      const limit = Number(wanted)
      if (!/^\d{1,4}$/.test(wanted) || limit < 1 || limit > mailMost)
        throw new WrongUsage(`--lines must be a number from 1 to ${mailMost}.`)
      const mail = await newestMail(db, limit)
      const lines = mail.flatMap(({ recipient, subject, body, createdAt, sentAt }) => [
        `${isoInstant(createdAt)} to ${recipient}: ${subject}${sentAt === null ? ' (waiting)' : ''}`,
        ...body.split('\n').map((line) => `  ${line}`),
      ])
      return { isSuccess: true, lines: lines.length === 0 ? ['no stored mail'] : lines, data: { mail } }
    },
  },
]

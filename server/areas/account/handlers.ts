import type { Answer, Handlers } from '@mex/contract/call.ts'
import { calls } from '@mex/contract/areas.ts'
import { present } from '@mex/core/assert.ts'
import { refuse } from '@mex/core/refusal.ts'
import type { Context, PersonContext } from '#context.ts'
import type { AccountDependencies } from './dependencies.ts'
import { disclosureText } from './disclosure.ts'
import { feesInForce } from './fees.ts'
import { openGuest, register } from './registration.ts'
import { sendEmailCode } from './send-code.ts'
import { signIn } from './sign-in.ts'
import { revokeSession, sessionsOf } from './store-sessions.ts'
import { configVersion, userById } from './store.ts'
import { sessionView, userView } from './views.ts'

type Overview = Answer<typeof calls.account.overview>

export type HandlerDependencies = AccountDependencies & {
  /** The version in package.json. */
  readonly version: string
  /** True when the seed of the market is public. */
  readonly predictable: boolean
  /** Address of an external customer service that replaces the chat. */
  readonly supportUrl?: string | undefined
  /** The balances of all wallets, answered by the wallet area. */
  readonly overview: (
    input: { readonly wallet: Overview['wallets'][number]['wallet'] | 'OVERVIEW' },
    context: PersonContext,
  ) => Promise<Overview>
}

export function handlers(dependencies: HandlerDependencies) {
  async function end(id: number, { db, person, wallNow }: PersonContext): Promise<boolean> {
    const isOwn = await revokeSession(db, person.userId, id, wallNow)
    if (isOwn) dependencies.sessions.dropRevoked([id])
    return isOwn
  }
  return {
    login: (input, context) => signIn(input, context, dependencies),
    register: (input, context) => register(input, context, dependencies),
    sendEmailCode: (input, context) => sendEmailCode(input, context, dependencies),
    guest: (input, context) => openGuest(input, context, dependencies),
    async logout(_, context) {
      await end(context.person.sessionId, context)
      return null
    },
    async me(_, { db, person }) {
      return userView(present(await userById(db, person.userId), 'the signed-in person'))
    },
    async sessions(_, { db, person, wallNow }) {
      const rows = await sessionsOf(db, person.userId, wallNow)
      return rows.map((row) => sessionView(row, person.sessionId))
    },
    async revokeSession({ id }, context) {
      return (await end(id, context)) ? null : refuse('not_found', { field: 'id' })
    },
    overview: (input, context) => dependencies.overview(input, context),
    async version(_, { feed }) {
      const { version, title, predictable, supportUrl } = dependencies
      return {
        version,
        minVersion: version,
        notes: '',
        downloadUrl: '',
        mode: feed.mode,
        simulated: true,
        detailMode: 1,
        title,
        passwordPolicy: dependencies.passwordPolicy,
        predictable,
        supportUrl,
      }
    },
    async disclosure(_, { db, feed, now, language }) {
      return {
        text: disclosureText(dependencies.title, dependencies.traditional),
        mode: feed.mode,
        fees: feesInForce(now),
        configVersion: await configVersion(db),
        documents: dependencies.documents.in(language, dependencies.traditional),
      }
    },
  } satisfies Handlers<typeof calls.account, Context, PersonContext>
}

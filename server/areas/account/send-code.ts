import type { Answer, Input } from '@mex/contract/call.ts'
import type { authentication } from '@mex/contract/account/authentication.ts'
import { accepted, isRefusal, refusal } from '@mex/core/refusal.ts'
import { settings } from '@mex/core/settings.ts'
import type { Context } from '#context.ts'
import { runOne } from '#db/lane.ts'
import type { IdempotentRequest } from '#db/idempotency-keys.ts'
import type { Tx } from '#db/sql.ts'
import type { AccountDependencies } from './dependencies.ts'
import { issueCode } from './codes.ts'
import { codeMail } from './mail-texts.ts'
import { emailExists, insertMail, userById } from './store.ts'

type CodeAnswer = Answer<typeof authentication.sendEmailCode>

/**
 * Sends a code to an address (rulebook §4.3). The answer is the same for registered and unknown addresses: only the
 * mail differs. Refuses: code_too_soon, too_many_requests, wrong_state when a code for the transaction password is
 * requested for an address that is not the user's own.
 */
export async function sendEmailCode(
  input: Input<typeof authentication.sendEmailCode>,
  context: Context,
  dependencies: AccountDependencies,
): Promise<CodeAnswer> {
  const { email, purpose } = input
  const { db, wallNow: now, language, network } = context
  const { randomness, codeSecret: secret, title, traditional } = dependencies
  const request =
    context.request === undefined ? undefined : { ...context.request, encode: encodeWithoutCode(context.request) }
  const outcome = await runOne(db, { userId: undefined, request }, async (tx) => {
    if (purpose === 'payPassword' && !(await isOwn(tx, email, context))) return [refusal('wrong_state')]
    const issued = await issueCode(tx, { email, purpose }, { network, now, secret, randomness })
    if (isRefusal(issued)) return [issued]
    const isKnown = await emailExists(tx, email)
    const text = codeMail({ purpose, code: issued.code, isKnown, title, language, traditional })
    if (text !== undefined) await insertMail(tx, { recipient: email, ...text }, now)
    const answer: CodeAnswer = {
      expiresInSeconds: settings.emailCode.lifeMinutes * 60,
      resendInSeconds: settings.emailCode.resendSeconds,
      devCode: dependencies.codeInAnswer && context.isFromThisMachine ? issued.code : undefined,
    }
    return [answer]
  })
  return accepted(outcome)
}

const encodeWithoutCode =
  (request: IdempotentRequest) =>
  (answer: unknown): string => {
    const kept: CodeAnswer = { ...(answer as CodeAnswer), devCode: undefined }
    return request.encode(kept)
  }

async function isOwn(tx: Tx, email: string, { person }: Context): Promise<boolean> {
  return person !== undefined && (await userById(tx, person.userId))?.email === email
}

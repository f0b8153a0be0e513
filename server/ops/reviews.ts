import { join } from 'node:path'
import { identityFaults, type IdentityFault } from '@mex/core/kyc/identity-documents.ts'
import { isRefusal, type RefusalWord } from '@mex/core/refusal.ts'
import type { Verdict } from '@mex/core/kyc/verification.ts'
import { openCountries } from '#areas/account/countries.ts'
import { Declined } from '#areas/desk/actions.ts'
import { dueSubmissions } from '#areas/kyc/store-due.ts'
import { openDocumentReviews } from '#areas/kyc/actions.ts'
import { openSecrets } from '#secrets.ts'
import { done, listed, neededOption, WrongUsage, type Command, type Tools } from './command.ts'

const factsFolder = join(import.meta.dirname, '..', '..', 'data')
const shown = 200
/** Longer than any review may wait, so that the list has all reviews and not only the due ones. */
const horizonMilliseconds = 30 * 86_400_000

const isFault = (text: string): text is IdentityFault => identityFaults.some((fault) => fault === text)

const sentences: Partial<Record<RefusalWord, string>> = {
  not_found: 'it does not exist',
  wrong_state: 'it is already decided',
  invalid_parameter: 'the automatic checks decide otherwise',
}

async function decide({ db, randomness, installation, now }: Tools, text: string, verdict: Verdict) {
  if (!/^\d{1,15}$/.test(text)) throw new WrongUsage(`${text} is not the id of a review.`)
  const { papers: secret } = await openSecrets(installation.dataFolder, randomness)
  const countries = openCountries(factsFolder)
  const hasCountry = (code: string): boolean => countries.has(code)
  const outcome = await openDocumentReviews({ db, secret, randomness, hasCountry }).decide(Number(text), verdict, now)
  if (isRefusal(outcome)) throw new Declined(`review ${text}: ${sentences[outcome.refused] ?? outcome.refused}.`)
  return done(`review ${text}: ${outcome}`, { id: Number(text), status: outcome })
}

/** Identity reviews (rulebook §6.1). Overdue ones are decided by the published checks. */
export const reviewCommands: readonly Command[] = [
  {
    name: 'review list',
    about: 'lists the open identity reviews, without the documents',
    takes: [],
    examples: ['review list'],
    changes: false,
    async run({ db, now }) {
      const waiting = await dueSubmissions(db, now + horizonMilliseconds, shown)
      const rows = waiting.map(({ id, userId }) => [String(id), String(userId)])
      return listed(['review', 'user'], rows, 'no open reviews', { waiting })
    },
  },
  {
    name: 'review approve',
    about: 'approves early the documents that the automatic checks would pass',
    takes: ['ID'],
    examples: ['review approve 12 --reason "lesson ends"'],
    changes: true,
    run: (tools, { arguments: [id = ''] }) => decide(tools, id, { status: 'verified' }),
  },
  {
    name: 'review refuse',
    about:
      'refuses early the documents that the automatic checks would refuse, for the same fault; the user gets a message',
    takes: ['ID'],
    options: { fault: { type: 'string', value: 'FAULT', about: identityFaults.join(', ') } },
    examples: ['review refuse 12 --fault IMAGE_UNREADABLE --reason "lesson ends"'],
    changes: true,
    run(tools, given) {
      const fault = neededOption(given, 'fault')
      if (!isFault(fault)) throw new WrongUsage(`--fault must be one of ${identityFaults.join(', ')}.`)
      return decide(tools, given.arguments[0] ?? '', { status: 'refused', fault })
    },
  },
]

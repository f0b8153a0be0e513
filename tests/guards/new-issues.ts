import type { Guard } from './guard.ts'

const rules = 'core/offerings/application.ts'
const ruleTests = 'core/offerings/application.test.ts'
const areaTests = 'server/areas/offerings/offerings.test.ts'
const raceTests = 'server/areas/offerings/races.test.ts'
const marketTests = 'server/feeds/simulator/new-issues.test.ts'

type Removal = Omit<Guard, 'rows'>

const applying: readonly Removal[] = [
  {
    name: 'new issues: nobody applies while the offer is closed',
    file: rules,
    find: '  if (!isOpenAt(offer, at)) return closed(offer)\n',
    replace: '',
    test: ruleTests,
    fails: 'is refused for these reasons',
  },
  {
    name: 'new issues: whoever may not apply is refused',
    file: rules,
    find: '  if (facts.permission !== undefined) return facts.permission\n',
    replace: '',
    test: ruleTests,
    fails: 'is refused for these reasons',
  },
  {
    name: 'new issues: who applies has a verified identity',
    file: 'server/areas/offerings/actions.ts',
    find: 'verificationGate(await identityOf(tx, user))',
    replace: '(void identityOf, void verificationGate, void tx, void user, undefined)',
    test: raceTests,
    fails: 'somebody whose identity is withdrawn',
  },
  {
    name: 'new issues: one application of a person for an offer',
    file: 'server/areas/offerings/applications.ts',
    find: "each.offer === offer.id && each.status !== 'cancelled'",
    replace: 'each.id === -1',
    test: areaTests,
    fails: 'is one of a person for an offer',
  },
  {
    name: 'new issues: whole lots',
    file: rules,
    find: 'if (wanted % offer.lot !== 0n)',
    replace: 'if (wanted < 0n)',
    test: ruleTests,
    fails: 'is refused for these reasons',
  },
  {
    name: 'new issues: no more than a person may have',
    file: rules,
    find: 'if (wanted > most)',
    replace: 'if (wanted < 0n)',
    test: ruleTests,
    fails: 'is refused for these reasons',
  },
  {
    name: 'new issues: no more than the money suffices for',
    file: rules,
    find: "  if (paid > facts.available) return refusal('insufficient_balance')\n",
    replace: '',
    test: ruleTests,
    fails: 'is refused for these reasons',
  },
  {
    name: 'new issues: an application belongs to its person',
    file: 'server/areas/offerings/applications.ts',
    find: 'application === undefined || application.user !== user',
    replace: 'application === undefined',
    test: areaTests,
    fails: 'is found by its owner alone',
  },
  {
    name: 'new issues: a list has the own applications only',
    file: 'server/areas/offerings/store.ts',
    find: "where user_id = ${userId} and status <> 'cancelled'\n",
    replace: "where ${userId} = ${userId} and status <> 'cancelled'\n",
    test: areaTests,
    fails: 'is found by its owner alone',
  },
]

const changing: readonly Removal[] = [
  {
    name: 'new issues: no more shares after the close',
    file: rules,
    find: ' || !isOpenAt(offer, at)) return closed(offer)',
    replace: ') return closed(offer)',
    test: raceTests,
    fails: 'more shares at the close',
  },
  {
    name: 'new issues: no cancel after the close',
    file: rules,
    find: "!applicationStates.can(status, 'cancel') || at >= offer.endsAt",
    replace: "!applicationStates.can(status, 'cancel')",
    test: ruleTests,
    fails: 'can be cancelled until the offer closes',
  },
  {
    name: 'new issues: no payment after the deadline',
    file: rules,
    find: "!applicationStates.can(application.status, 'pay') || until === undefined || at >= until",
    replace: "!applicationStates.can(application.status, 'pay')",
    test: ruleTests,
    fails: 'waits for what is missing, until its deadline',
  },
  {
    name: 'new issues: exactly what is missing is paid',
    file: rules,
    find: 'if (amount !== missing)',
    replace: 'if (amount < 0n)',
    test: areaTests,
    fails: 'waits for the rest until its deadline',
  },
  {
    name: 'new issues: no more is paid than there is money',
    file: rules,
    find: "  if (missing > available) return refusal('insufficient_balance')\n",
    replace: '',
    test: ruleTests,
    fails: 'waits for what is missing, until its deadline',
  },
  {
    name: 'new issues: nothing lapses before its deadline',
    file: rules,
    find: "!applicationStates.can(application.status, 'lapse') || until === undefined || at < until",
    replace: "!applicationStates.can(application.status, 'lapse')",
    test: ruleTests,
    fails: 'waits for what is missing, until its deadline',
  },
]

const drawing: readonly Removal[] = [
  {
    name: 'new issues: the seed is secret until the close',
    file: 'server/feeds/simulator/simulated-feed.ts',
    find: '    if (now < offer.endsAt) return undefined\n',
    replace: '',
    test: marketTests,
    fails: 'the seed of a draw is told when the offer has closed',
  },
  {
    name: 'new issues: the randomness comes after the close',
    file: 'server/areas/offerings/draws.ts',
    find: 'endsAt <= now && endsAt >= started',
    replace: 'endsAt - 48 * 3_600_000 <= now && endsAt >= started',
    test: areaTests,
    fails: 'waits for the rest until its deadline',
  },
  {
    name: 'new issues: nothing is drawn before its time',
    file: 'server/areas/offerings/draws.ts',
    find: 'if (offer.allotsAt <= now && (await draw(offer, now)))',
    replace: 'if (await draw(offer, now))',
    test: areaTests,
    fails: 'comes in its time',
  },
  {
    name: 'new issues: an application is allotted once',
    file: rules,
    find: "!applicationStates.can(application.status, 'allot') || at < offer.allotsAt",
    replace: 'at < offer.allotsAt',
    test: raceTests,
    fails: 'two processes that draw and allot at once',
  },
  {
    name: 'new issues: allotted shares are locked',
    file: 'core/offerings/position.ts',
    find: "state: at < lockedUntil ? 'LOCKED' : 'OPEN'",
    replace: "state: 'OPEN'",
    test: areaTests,
    fails: 'comes in its time',
  },
  {
    name: 'new issues: shares are locked until they are listed',
    file: 'core/offerings/offer.ts',
    find: 'offer.unlocksAt : offer.listsAt',
    replace: 'offer.unlocksAt : offer.allotsAt',
    test: areaTests,
    fails: 'comes in its time',
  },
  {
    name: 'new issues: what is missing is paid before there is a price',
    file: 'server/feeds/simulator/new-issues.ts',
    find: 'payUntil: Math.min(allotsAt + payHours * hour, listed.open - payBeforeListing)',
    replace: 'payUntil: allotsAt + payHours * hour',
    test: marketTests,
    fails: 'an issue is published whole before it opens',
  },
]

/** Who may apply for new issues, until when, and what is known when. */
export const newIssues: readonly Guard[] = [...applying, ...changing, ...drawing].map((each) => ({ ...each, rows: [] }))

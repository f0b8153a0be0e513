import type { Guard } from './guard.ts'

const plan = 'core/wallet/transfer-plan.ts'
const ofPlan = 'core/wallet/transfer-plan.test.ts'
const steps = 'web/areas/wallet/money-first/steps.ts'
const ofSteps = 'web/areas/wallet/money-first/steps.test.ts'

/** Orders that other accounts pay for (docs/decisions/055). */
export const moneyFirst: readonly Guard[] = [
  {
    name: 'money first: unsettled proceeds stay in their account',
    rows: [],
    file: plan,
    find: 'transferable(found.available, found.unsettled)',
    replace: 'found.available',
    test: ofPlan,
    fails: 'leaves unsettled proceeds where they are',
  },
  {
    name: 'money first: a reserve is moved for the price of half a minute later',
    rows: [],
    file: plan,
    find: "isFixed ? nothing : multiply(needed, movementReserve, 'ceil')",
    replace: 'isFixed ? nothing : multiply(nothing, movementReserve, "ceil")',
    test: ofPlan,
    fails: 'refuses when a cent is missing for the reserve',
  },
  {
    name: 'money first: the second transfer waits for what the first ones bring',
    rows: [],
    file: steps,
    find: " || earlier.every((state) => state === 'settled')",
    replace: ' || earlier.length >= 0',
    test: ofSteps,
    fails: 'transfers to the funding account start at once',
  },
  {
    name: 'money first: no order follows after minutes',
    rows: [],
    file: steps,
    find: 'now - confirmedAt > followSecondsMax * 1000',
    replace: 'now < confirmedAt',
    test: ofSteps,
    fails: 'an order follows for five minutes',
  },
  {
    name: 'money first: a transfer whose answer was lost is sent again, and is not given up',
    rows: [],
    file: steps,
    find: "isFinal(failure) ? 'refused' : 'unknown'",
    replace: "isFinal(failure) ? 'refused' : 'refused'",
    test: ofSteps,
    fails: 'a lost answer is unknown',
  },
  {
    name: 'money first: money that may be on its way is not moved again',
    rows: [],
    file: 'web/areas/wallet/money-first/left.ts',
    find: "['sending', 'moving', 'unknown']",
    replace: "['sending', 'moving']",
    test: 'web/areas/wallet/money-first/left.test.ts',
    fails: 'a transfer whose answer was lost may be on its way',
  },
  {
    name: 'money first: nothing is moved for an order that ends before the money arrives',
    rows: [],
    file: plan,
    find: '(planSeconds(transfers) + placingSeconds) * 1000 < endsAt',
    replace: '(planSeconds(transfers) + placingSeconds) * 0 < endsAt',
    test: ofPlan,
    fails: 'has to end before orders do',
  },
]

import type { Guard } from './guard.ts'

const ofSending = 'tests/e2e/account-sending.e2e.ts'

/** Guards that only a browser journey can prove. */
export const journeys: readonly Guard[] = [
  {
    name: 'sign-in: a password is hidden until the reveal button is pressed',
    rows: ['6.2.6'],
    file: 'web/ui/password-field.tsx',
    find: "type={shown ? 'text' : 'password'}",
    replace: 'type="text"',
    test: 'tests/e2e/security.e2e.ts',
    fails: 'a password is hidden until the reveal button is pressed',
  },
  {
    name: 'sign-in: a password can be pasted',
    rows: ['6.2.7'],
    file: 'web/ui/password-field.tsx',
    find: '            spellCheck={false}\n',
    replace: '            spellCheck={false}\n            onPaste={(event) => event.preventDefault()}\n',
    test: 'tests/e2e/security.e2e.ts',
    fails: 'a password is hidden until the reveal button is pressed',
  },
  {
    name: 'sign-in: the Account tab has the logout button',
    rows: ['7.4.4'],
    file: 'web/areas/account/log-out.tsx',
    find: "text={t('profile.logOut')}",
    replace: 'text=""',
    test: 'tests/e2e/account.e2e.ts',
    fails: 'a guest who registers keeps id and positions',
  },
  {
    name: 'sending: a request of unknown outcome stays the same after another review',
    rows: [],
    file: 'web/data/call.ts',
    find: 'if (failure !== undefined && Date.now() - failure.at > unknownMilliseconds) key.current = undefined',
    replace: 'key.current = undefined',
    test: ofSending,
    fails: 'a purchase whose answer is lost is the same one after another review',
  },
  {
    name: 'sending: a review that was closed opens again with its outcome',
    rows: [],
    file: 'web/components/use-review.ts',
    find: 'if (outcome !== undefined) setOpen(true)',
    replace: '',
    test: ofSending,
    fails: 'a purchase whose answer is lost is the same one after another review',
  },
  {
    name: 'desk: lists that cannot be shown leave the chart and the ticket',
    rows: [],
    file: 'web/app/workspace/trading-view.tsx',
    find: 'fallback={() => <ListsFailed />}',
    replace: 'fallback={(_, error) => { throw error }}',
    test: 'tests/e2e/workspace.e2e.ts',
    fails: 'a list whose code does not come leaves the chart and the ticket as they are',
  },
]

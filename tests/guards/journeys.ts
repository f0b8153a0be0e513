import type { Guard } from './guard.ts'

/** What only a journey in the browser can see. */
export const inTheBrowser: readonly Guard[] = [
  {
    name: 'ways in: a password is hidden until its eye is pressed',
    rows: ['6.2.6'],
    file: 'web/ui/password-field.tsx',
    find: "type={shown ? 'text' : 'password'}",
    replace: 'type="text"',
    test: 'tests/e2e/security.e2e.ts',
    fails: 'a password is hidden until its eye is pressed',
  },
  {
    name: 'ways in: a password can be pasted',
    rows: ['6.2.7'],
    file: 'web/ui/password-field.tsx',
    find: '            spellCheck={false}\n',
    replace: '            spellCheck={false}\n            onPaste={(event) => event.preventDefault()}\n',
    test: 'tests/e2e/security.e2e.ts',
    fails: 'a password is hidden until its eye is pressed',
  },
  {
    name: 'ways in: logging out stands on the Account tab',
    rows: ['7.4.4'],
    file: 'web/areas/account/log-out.tsx',
    find: "text={t('profile.logOut')}",
    replace: 'text=""',
    test: 'tests/e2e/account.e2e.ts',
    fails: 'a guest who registers keeps the account',
  },
]

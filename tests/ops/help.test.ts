import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runOps } from '@mex/server/testing.ts'

/** Asking what there is opens no database. */
async function ops(...argv: readonly string[]) {
  const printed: string[] = []
  const complained: string[] = []
  const code = await runOps(argv, {
    wallNow: () => 0,
    user: 'keeper',
    withTools: () => assert.fail('nothing is opened'),
    print: (line) => void printed.push(line),
    complain: (line) => void complained.push(line),
  })
  return { code, printed: printed.join('\n'), complained: complained.join('\n') }
}

for (const [typed, like, unlike] of [
  ['verify nothing', 'verify ledger', 'sessions list'],
  ['review', 'review money approve KIND ID', 'sessions list'],
  ['ruin alice', 'sessions list', 'ruin ledger'],
] as const)
  test(`"${typed}" is no command: that is said, with those that begin like it`, async () => {
    const { code, printed, complained } = await ops(...typed.split(' '))
    assert.deepEqual([code, printed], [2, ''])
    assert(complained.startsWith(`There is no command "${typed}".\n`), complained)
    assert.deepEqual([complained.includes(`\n  ${like}`), complained.includes(`\n  ${unlike}`)], [true, false])
  })

for (const typed of ['help', '-h', '--help', 'help review', 'review --help'])
  test(`"${typed}" says what there is`, async () => {
    const { code, printed, complained } = await ops(...typed.split(' '))
    assert.deepEqual([code, complained], [0, ''])
    assert(printed.includes('\n  review money list'), printed)
  })

test('help is given for one command, and for none that is not there', async () => {
  assert.match((await ops('help', 'mute')).printed, /--until TIME/)
  const { code, complained } = await ops('help', 'ruin')
  assert.equal(code, 2)
  assert(complained.startsWith('There is no command "ruin".'))
})

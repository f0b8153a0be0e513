import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runOps } from '@mex/server/testing.ts'

/** Runs a command that must not open the database. */
async function ops(...argv: readonly string[]) {
  const printed: string[] = []
  const complained: string[] = []
  const code = await runOps(argv, {
    wallNow: () => 0,
    user: 'keeper',
    withTools: () => assert.fail('help opens no database'),
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
  test(`"${typed}" is refused with the commands that begin with the same word, or all of them`, async () => {
    const { code, printed, complained } = await ops(...typed.split(' '))
    assert.deepEqual([code, printed], [2, ''])
    assert(complained.startsWith(`There is no command "${typed}".\n`), complained)
    assert.deepEqual([complained.includes(`\n  ${like}`), complained.includes(`\n  ${unlike}`)], [true, false])
  })

for (const typed of ['help', '-h', '--help', 'help review', 'review --help'])
  test(`"${typed}" lists the commands`, async () => {
    const { code, printed, complained } = await ops(...typed.split(' '))
    assert.deepEqual([code, complained], [0, ''])
    assert(printed.includes('\n  review money list'), printed)
  })

test('help shows the options of one command, and refuses an unknown command', async () => {
  assert.match((await ops('help', 'mute')).printed, /--until TIME/)
  const { code, complained } = await ops('help', 'ruin')
  assert.equal(code, 2)
  assert(complained.startsWith('There is no command "ruin".'))
})

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { systemRandomness } from '#randomness.ts'
import { refusedWith } from '#areas/testing.ts'
import { openPasswords } from './passwords.ts'
import { openAccountTest, password, type AccountTest } from './testing.ts'

let here: AccountTest
before(async () => {
  here = await openAccountTest()
})
after(() => here[Symbol.asyncDispose]())

/** The calls of a server that hashes one password at a time, has no queue, and is busy until `rest`. */
function busy() {
  const passwords = openPasswords({
    pepper: Buffer.alloc(32, 2),
    randomness: systemRandomness,
    concurrency: 1,
    waitingMax: 0,
  })
  let isBusy = true
  const work = async (): Promise<void> => {
    while (isBusy) await passwords.hash('another network', 'something')
  }
  const working = work()
  const rest = (): Promise<void> => {
    isBusy = false
    return working
  }
  return { call: here.withDependencies({ ...here.dependencies, passwords }), rest }
}

test('a sign-in is refused as unavailable while the server is busy, and does not count as an attempt', async () => {
  const input = await here.registration()
  await here.call.register(input, here.anyone())
  const { call, rest } = busy()
  const attempt = () => call.login({ username: input.email, password }, here.anyone())
  for (let tries = 0; tries < 6; tries += 1) await refusedWith('unavailable', attempt())
  await rest()
  assert.notEqual((await attempt()).token, '')
})

test('changing, resetting or setting a password changes nothing while the server is busy', async () => {
  const { context, email, token } = await here.member()
  await here.call.setPayPassword({ payPassword: '246810', confirmPayPassword: '246810' }, context)
  const next = 'battery-staple'
  const emailCode = await here.codeFor(email, undefined, 'resetPassword')
  const twice = { newPassword: next, confirmPassword: next }
  const pay = { payPassword: '135791', confirmPayPassword: '135791' }
  const other = await here.member()
  const { call, rest } = busy()
  const tries = [
    () => call.changePassword({ oldPassword: password, ...twice }, context),
    () => call.resetPassword({ email, emailCode, ...twice }, here.anyone()),
    () => call.setPayPassword(pay, other.context),
    () => call.changePayPassword({ oldPayPassword: '246810', ...pay }, context),
    () => call.passkeyCreationOptions({ password }, context),
  ]
  for (const attempt of tries) await refusedWith('unavailable', attempt())
  await rest()
  assert.equal((await here.dependencies.sessions.authenticate(token, context.wallNow)).kind, 'user')
  assert.equal(await call.resetPassword({ email, emailCode, ...twice }, here.anyone()), null)
})

test('a full registration does not consume its code while the server is busy', async () => {
  const { email, emailCode, passwordConfirm } = await here.registration()
  const address = {
    streetAddress: '1 Example Street',
    stateProvince: 'Jalisco',
    phoneNumber: '555-0100',
    country: 'MX',
  }
  const own = { userType: 2, username: 'patient', socialSecurityNumber: '666-12-3456', agree: true } as const
  const input = { email, emailCode, password, passwordConfirm, ...address, ...own }
  const { call, rest } = busy()
  await refusedWith('unavailable', call.registerFully(input, here.anyone()))
  await rest()
  assert.notEqual((await call.registerFully(input, here.anyone())).token, '')
})

test('a short registration does not consume its code while the server is busy', async () => {
  const input = await here.registration()
  const { call, rest } = busy()
  await refusedWith('unavailable', call.register(input, here.anyone()))
  await rest()
  assert.notEqual((await call.register(input, here.anyone())).token, '')
})

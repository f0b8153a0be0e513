import assert from 'node:assert/strict'
import { test } from 'node:test'

import { authentication } from '@mex/contract/account/authentication.ts'
import type { Call } from '@mex/contract/call.ts'
import { refusalText } from '@mex/contract/refusals.ts'
import { wallet } from '@mex/contract/wallet/calls.ts'
import type { FieldValues, ResolverOptions } from 'react-hook-form'

import { resolverOf, type OwnErrors } from './call-resolver.ts'

const options = { shouldUseNativeValidation: false, fields: {} } as ResolverOptions<FieldValues>

async function check(call: Call, values: FieldValues, ownFaults?: OwnErrors<FieldValues>) {
  const resolve = resolverOf<FieldValues, unknown>(call.input, (refusal) => refusalText(refusal, 'en'), ownFaults)
  const { errors, values: asked } = await resolve(values, undefined, options)
  return { asked, errors: Object.fromEntries(Object.entries(errors).map(([name, error]) => [name, error?.message])) }
}

const complete = {
  email: 'Ann@Home.mx ',
  emailCode: '123456',
  password: 'sunFlower9',
  passwordConfirm: 'sunFlower9',
  invitationCode: '',
  agree: true,
}

test('turns a valid form into the input of the call', async () => {
  const { asked, errors } = await check(authentication.register, complete)
  assert.deepEqual(errors, {})
  assert.deepEqual(asked, { ...complete, email: 'ann@home.mx', invitationCode: undefined })
})

test('reports errors at their fields with the texts of the server', async () => {
  const cases: [call: Call, values: FieldValues, errors: Record<string, string>][] = [
    [
      authentication.login,
      { username: '', password: '' },
      { username: 'Please Enter User ID', password: 'Please Enter Password' },
    ],
    [authentication.register, { ...complete, email: '' }, { email: 'Please Enter Email' }],
    [authentication.register, { ...complete, email: 'ann' }, { email: 'Invalid parameter: email' }],
    [authentication.register, { ...complete, emailCode: '' }, { emailCode: 'Please Enter Email Verification Code' }],
    [authentication.register, { ...complete, emailCode: '12' }, { emailCode: 'Incorrect verification code' }],
    [
      authentication.register,
      { ...complete, password: 'ab', passwordConfirm: 'ab' },
      { password: 'Password format is wrong: 4 to 50 letters, digits or !@#$%^&*-_™€<>+=' },
    ],
    [
      authentication.register,
      { ...complete, passwordConfirm: 'other' },
      { passwordConfirm: 'The two passwords do not match' },
    ],
    [authentication.register, { ...complete, invitationCode: 'no' }, { invitationCode: 'Invalid invitation code' }],
    [authentication.register, { ...complete, agree: false }, { agree: 'Please agree to the user agreement first' }],
    [
      wallet.transfer,
      { fromWalletType: 'BALANCE', toWalletType: 'FUTURE', amount: '0' },
      { amount: 'Please enter the correct amount' },
    ],
    [
      wallet.transfer,
      { fromWalletType: 'BALANCE', toWalletType: 'FUTURE', amount: '1.234' },
      { amount: 'Please enter the correct amount' },
    ],
    [
      wallet.transfer,
      { fromWalletType: 'NOWHERE', toWalletType: 'FUTURE', amount: '1' },
      { fromWalletType: 'Unknown wallet' },
    ],
  ]
  for (const [call, values, expected] of cases) {
    assert.deepEqual((await check(call, values)).errors, expected, JSON.stringify(values))
  }
})

test('reports the form’s own errors beside those of the schema and refuses to submit', async () => {
  const login = { username: 'ann', password: 'sunFlower9' }
  const notAnn = ({ username }: FieldValues): Record<string, string> =>
    username === 'ann' ? { username: 'Not that one' } : {}
  assert.deepEqual(await check(authentication.login, login, notAnn), {
    asked: {},
    errors: { username: 'Not that one' },
  })
  assert.deepEqual((await check(authentication.login, { ...login, password: '' }, notAnn)).errors, {
    username: 'Not that one',
    password: 'Please Enter Password',
  })
  assert.deepEqual((await check(authentication.login, { ...login, username: 'eva' }, notAnn)).errors, {})
})

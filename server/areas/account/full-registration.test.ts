import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import type { Input } from '@mex/contract/call.ts'
import { calls } from '@mex/contract/areas.ts'
import type { Language } from '@mex/contract/language.ts'
import { moneyOf } from '@mex/core/money/money.ts'
import type { Refused } from '@mex/core/refusal.ts'
import { loadBalances } from '#areas/ledger/actions.ts'
import { noEvidence } from '#areas/ledger/verify.ts'
import { expectBalancedLedger, keyed, refusedWith, start } from '#areas/testing.ts'
import { sql } from '#db/sql.ts'
import { openCountries } from './countries.ts'
import { minute, openAccountTest, password, textOfTables } from './testing.ts'

const own = await openAccountTest()
const { db, dependencies, call, withDependencies, anyone, bearer, codeFor, newEmail, countUsers } = own
after(() => own[Symbol.asyncDispose]())

type Individual = Extract<Input<typeof calls.registration.registerFully>, { readonly userType: 2 }>

let names = 0
async function individual(more: Partial<Individual> = {}): Promise<Individual> {
  const email = more.email ?? newEmail()
  return {
    userType: 2,
    email,
    emailCode: more.emailCode ?? (await codeFor(email)),
    username: `person-${(names += 1)}`,
    password,
    passwordConfirm: password,
    streetAddress: '1 Example Street',
    additionalAddress: undefined,
    stateProvince: 'Jalisco',
    phoneNumber: '+52 33 5555 0100',
    country: 'MX',
    socialSecurityNumber: '666-12-3456',
    invitationCode: undefined,
    agree: true,
    ...more,
  }
}

const wordOf = (outcome: Promise<unknown>): Promise<string> =>
  outcome.then(
    () => 'done',
    (error: unknown) => (error as Refused).refusal.refused,
  )

describe('registration of an individual', () => {
  test('opens an account with the chosen user ID, the grant and an onboarding token', async () => {
    const input = await individual({ username: 'Mei_Lin-1' })
    const person = await call.registerFully(input, anyone())
    assert.deepEqual([person.username, person.email, person.userType], ['Mei_Lin-1', input.email, 2])
    assert.equal((await dependencies.sessions.authenticate(person.token, start)).kind, 'onboarding')
    assert.equal((await loadBalances(db, [person.id])).available(person.id, 'BALANCE'), moneyOf('1000000'))
    assert.equal((await call.login({ username: 'MEI_LIN-1', password }, anyone())).id, person.id)
    const { rows } = await sql<{ agreement: unknown }>`select agreement from app_user where id = ${person.id}`.execute(
      db,
    )
    assert.deepEqual(rows[0]?.agreement, dependencies.documents.hashes('en'))
    await expectBalancedLedger(db, noEvidence)
  })

  test('shows the entered details to their owner, with the number masked', async () => {
    const input = await individual({ additionalAddress: 'Floor 2', socialSecurityNumber: '987-65-4321' })
    await call.registerFully(input, anyone())
    const { token } = await call.login({ username: input.username, password }, anyone())
    assert.deepEqual(await call.details({}, await bearer(token)), {
      phoneNumber: '+52 33 5555 0100',
      streetAddress: '1 Example Street',
      additionalAddress: 'Floor 2',
      stateProvince: 'Jalisco',
      country: 'MX',
      socialSecurityNumber: '***-**-4321',
    })
    const other = await call.guest({}, anyone())
    const nothing = await call.details({}, await bearer(other.token))
    assert.deepEqual(new Set(Object.values(nothing)), new Set([undefined]))
  })

  test('stores no readable number, password or token in the database', async () => {
    const input = await individual({ socialSecurityNumber: '666-47-1853', password: 'Quite-a-secret-9' })
    const { token, id } = await call.registerFully({ ...input, passwordConfirm: 'Quite-a-secret-9' }, anyone())
    for (const [name, text] of await textOfTables(db)) {
      for (const secret of ['666-47-1853', '666471853', 'Quite-a-secret-9', token])
        for (const form of [secret, Buffer.from(secret).toString('hex')])
          assert.ok(!text.includes(form), `${name}: ${form}`)
    }
    const { rows } = await sql<{ encrypted: Buffer }>`
      select security_number as encrypted from individual_details where user_id = ${id}`.execute(db)
    const encrypted = rows[0]?.encrypted ?? Buffer.alloc(0)
    assert.equal(
      String(dependencies.encryption.decrypt(encrypted, `individual_details ${id} security_number`)),
      '666-47-1853',
    )
    assert.throws(() => dependencies.encryption.decrypt(encrypted, `individual_details ${id + 1} security_number`))
    const changed = Buffer.from(encrypted)
    changed[encrypted.length - 1] = (changed[encrypted.length - 1] ?? 0) ^ 1
    assert.throws(() => dependencies.encryption.decrypt(changed, `individual_details ${id} security_number`))
  })

  test('lets a guest keep everything and take the chosen user ID', async () => {
    const guest = await call.guest({}, anyone())
    const context = await bearer(guest.token)
    const person = await call.registerFully(await individual({ username: 'was-a-guest' }), context)
    assert.deepEqual([person.id, person.username, person.isGuest], [guest.id, 'was-a-guest', false])
    assert.equal((await loadBalances(db, [guest.id])).available(guest.id, 'BALANCE'), moneyOf('1000000'))
    assert.deepEqual(await dependencies.sessions.authenticate(guest.token, start), { kind: 'anonymous' })
    await refusedWith('wrong_state', call.registerFully(await individual(), context))
    await expectBalancedLedger(db, noEvidence)
  })

  test('links the user to the inviter', async () => {
    const inviter = await call.registerFully(await individual(), anyone())
    const { id } = await call.registerFully(await individual({ invitationCode: inviter.invitationCode }), anyone())
    const { rows } = await sql<{ by: number }>`select invited_by as by from app_user where id = ${id}`.execute(db)
    assert.equal(rows[0]?.by, inviter.id)
    await refusedWith(
      'invitation_invalid',
      call.registerFully(await individual({ invitationCode: '000000' }), anyone()),
    )
  })
})

describe('refuses', () => {
  test('a user ID that is taken or reserved, in any case of letters, without opening an account', async () => {
    await call.registerFully(await individual({ username: 'Unique-One' }), anyone())
    const before = await countUsers()
    for (const username of ['unique-one', 'UNIQUE-ONE', 'Admin', 'support']) {
      const why = await refusedWith('username_taken', call.registerFully(await individual({ username }), anyone()))
      assert.equal(why.field, 'username')
    }
    assert.equal(await countUsers(), before)
  })

  test('a user ID that was generated for a guest', async () => {
    const guest = await call.guest({}, anyone())
    await refusedWith('username_taken', call.registerFully(await individual({ username: guest.username }), anyone()))
  })

  test('a registered e-mail, but only with a valid code for it', async () => {
    const input = await individual()
    await call.registerFully(input, anyone())
    const later = start + 2 * minute
    const emailCode = await codeFor(input.email, later)
    const again = { ...(await individual()), email: input.email }
    await refusedWith('code_incorrect', call.registerFully({ ...again, emailCode: '000000' }, anyone(later)))
    assert.equal(
      (await refusedWith('email_taken', call.registerFully({ ...again, emailCode }, anyone(later)))).field,
      'email',
    )
  })

  test('an unknown country', async () => {
    const why = await refusedWith('missing_field', call.registerFully(await individual({ country: 'XX' }), anyone()))
    assert.equal(why.field, 'country')
  })

  test('the user ID as password', async () => {
    const input = await individual({ username: 'my-own-name', password: 'My-Own-Name', passwordConfirm: 'My-Own-Name' })
    const why = await refusedWith('password_format', call.registerFully(input, anyone()))
    assert.deepEqual(why.values, { rule: 'same_as_name' })
  })

  test('an expired code', async () => {
    const input = await individual()
    await refusedWith('code_expired', call.registerFully(input, anyone(start + 10 * minute)))
  })
})

describe('a strict server', () => {
  const strict = withDependencies({ ...dependencies, passwordPolicy: 'strict' })
  test('accepts 8 to 128 characters of any kind at registration, change and reset', async () => {
    const long = `${'long and quite safe '.repeat(6)}!`
    const input = await individual({ password: long, passwordConfirm: long })
    await strict.registerFully(input, anyone())
    const { token } = await strict.login({ username: input.email, password: long }, anyone())
    const context = await bearer(token)
    const next = 'Ünïcode words, 密码 too'
    await strict.changePassword({ oldPassword: long, newPassword: next, confirmPassword: next }, context)
    const emailCode = await codeFor(input.email, start, 'resetPassword')
    const last = 'mild rain on nine roofs'.padEnd(128, 'x')
    await strict.resetPassword({ email: input.email, emailCode, newPassword: last, confirmPassword: last }, anyone())
    assert.notEqual((await strict.login({ username: input.email, password: last }, anyone())).token, '')
  })

  test('refuses shorter passwords at registration, change and reset', async () => {
    const short = { password: 'x7-Kq2p', passwordConfirm: 'x7-Kq2p' }
    const why = await refusedWith('password_format', strict.registerFully(await individual(short), anyone()))
    assert.deepEqual(why.values, { rule: 'strict' })
    const { context, email } = await own.member()
    const change = { oldPassword: password, newPassword: 'x7-Kq2p', confirmPassword: 'x7-Kq2p' }
    assert.deepEqual((await refusedWith('password_format', strict.changePassword(change, context))).values, {
      rule: 'strict',
    })
    const emailCode = await codeFor(email, start, 'resetPassword')
    const reset = { email, emailCode, newPassword: 'x7-Kq2p', confirmPassword: 'x7-Kq2p' }
    assert.deepEqual((await refusedWith('password_format', strict.resetPassword(reset, anyone()))).values, {
      rule: 'strict',
    })
  })
})

describe('concurrent requests', () => {
  test('one of five gets the same user ID', async () => {
    const inputs = await Promise.all(Array.from({ length: 5 }, () => individual({ username: 'wanted-by-five' })))
    const outcomes = await Promise.all(inputs.map((input) => wordOf(call.registerFully(input, anyone()))))
    assert.deepEqual(outcomes.toSorted(), ['done', ...Array.from({ length: 4 }, () => 'username_taken')])
    await expectBalancedLedger(db, noEvidence)
  })

  test('either a guest or a new user gets the same user ID', async () => {
    const guest = await call.guest({}, anyone())
    const context = await bearer(guest.token)
    const inputs = [await individual({ username: 'both-want-it' }), await individual({ username: 'Both-Want-It' })]
    const [first, second] = inputs as [Individual, Individual]
    const outcomes = await Promise.all([
      wordOf(call.registerFully(first, context)),
      wordOf(call.registerFully(second, anyone())),
    ])
    assert.deepEqual(outcomes.toSorted(), ['done', 'username_taken'])
  })

  test('five forms with one code and one e-mail register one account', async () => {
    const input = await individual()
    const before = await countUsers()
    const outcomes = await Promise.all(
      Array.from({ length: 5 }, (_, index) =>
        wordOf(call.registerFully({ ...input, username: `same-mail-${index}` }, anyone())),
      ),
    )
    assert.deepEqual(outcomes.toSorted(), [...Array.from({ length: 4 }, () => 'code_expired'), 'done'])
    assert.equal(await countUsers(), before + 1)
  })

  test('both forms claim a guest once', async () => {
    const guest = await call.guest({}, anyone())
    const context = await bearer(guest.token)
    const outcomes = await Promise.all([
      wordOf(call.registerFully(await individual(), context)),
      wordOf(call.register(await own.registration(), context)),
    ])
    assert.deepEqual(outcomes.toSorted(), ['done', 'wrong_state'])
  })

  test('twenty retries of one request register one account', async () => {
    const input = await individual()
    const before = await countUsers()
    const request = keyed(calls.registration.registerFully, 'full-registration-20', input)
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => call.registerFully(input, { ...anyone(), request })),
    )
    assert.equal(new Set(answers.map((answer) => answer.id)).size, 1)
    assert.equal(await countUsers(), before + 1)
    const { rows } = await sql<{ answer: string }>`
      select answer::text from request_key where key_hash = ${request.keyHash}`.execute(db)
    assert.ok(rows.every(({ answer }) => !answers.some(({ token }) => answer.includes(token))))
  })
})

test('countries are sorted by name in the reader’s language', async () => {
  const english = await call.countries({}, anyone())
  const chinese = await call.countries({}, { ...anyone(), language: 'zh-CN' })
  assert.equal(english.length, 245)
  assert.equal(chinese.length, english.length)
  const mexico = english.find(({ code }) => code === 'MX')
  assert.deepEqual([mexico?.name, mexico?.phoneCode, mexico?.states.length], ['Mexico', '+52', 32])
  assert.equal(chinese.find(({ code }) => code === 'MX')?.name, '墨西哥')
})

test('a country whose addresses name a state lists its states in the reader’s language and order', async () => {
  const states = async (code: string, language: Language) =>
    (await call.countries({}, { ...anyone(), language })).find((country) => country.code === code)?.states ?? []
  assert.deepEqual((await states('MX', 'en')).slice(0, 3), ['Aguascalientes', 'Baja California', 'Baja California Sur'])
  assert.ok((await states('MX', 'zh-CN')).includes('哈利斯科州'))
  assert.ok((await states('CN', 'zh-CN')).includes('广东省'))
  assert.ok((await states('CN', 'zh-TW')).includes('廣東省'))
  assert.deepEqual(await states('GB', 'en'), ['England', 'Northern Ireland', 'Scotland', 'Wales'])
  // Subdivisions of ISO 3166-2 with later changes (data/README.md); subdivisions that are areas themselves are left out.
  const counts = { US: 51, MX: 32, CN: 31, CA: 13, AU: 8, IN: 36, BR: 27, JP: 47, MY: 16, ID: 38, TH: 77, PH: 18 }
  const more = { VN: 34, KR: 17, AE: 7, DE: 16, IT: 20, ES: 19, FR: 13, GB: 4, MC: 0, HK: 0, PR: 0 }
  for (const [code, count] of Object.entries({ ...counts, ...more }))
    for (const language of ['en', 'zh-CN', 'zh-TW'] as const) {
      const names = await states(code, language)
      assert.equal(new Set(names).size, count, `${code} ${language}`)
      assert.ok(
        names.every((name) => name.length <= 50),
        `${code}: a name longer than the form field`,
      )
    }
})

test('openCountries rejects states of an unlisted area', () => {
  const folder = mkdtempSync(join(tmpdir(), 'areas-'))
  try {
    writeFileSync(join(folder, 'areas.csv'), 'iso,dial_code,en,zh_cn,zh_tw\nMX,52,Mexico,墨西哥,墨西哥\n')
    writeFileSync(join(folder, 'area-states.csv'), 'area,en,zh_cn,zh_tw\nXX,Nowhere,无处,無處\n')
    assert.throws(() => openCountries(folder), /area-states\.csv:2: the area "XX" is not in areas\.csv/)
  } finally {
    rmSync(folder, { recursive: true })
  }
})

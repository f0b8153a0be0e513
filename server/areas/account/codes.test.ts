import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { createServer, type AddressInfo } from 'node:net'
import { after, describe, test } from 'node:test'
import { setTimeout as rest } from 'node:timers/promises'
import { calls } from '@mex/contract/areas.ts'
import type { Answer } from '@mex/contract/call.ts'
import { isRefusal, type Refused } from '@mex/core/refusal.ts'
import { keyed, openRateFeed, personal, refusedWith, start } from '#areas/testing.ts'
import { connect, inTransaction, sql } from '#db/sql.ts'
import { deliverMail, openMail, openMailFailureReporter } from './mail.ts'
import { countFailedAttempt, newestCodesLocked } from './store-codes.ts'
import { deleteOutdated } from './store.ts'
import { day, hour, minute, openAccountTest, second, untilWaiting } from './testing.ts'

const own = await openAccountTest()
const { db, dependencies, call, withDependencies, anyone, newEmail, codeFor, member, registration } = own
const feed = openRateFeed()
after(() => own[Symbol.asyncDispose]())

describe('codes by e-mail', () => {
  const send = (email: string, now = start, network = '203.0.113.9') =>
    call.sendEmailCode({ email, purpose: 'register' }, anyone(now, network))

  test('report their lifetime; the answer contains the code only for a local request', async () => {
    const shown = await send(newEmail())
    assert.deepEqual([shown.expiresInSeconds, shown.resendInSeconds], [600, 60])
    assert.match(shown.devCode ?? '', /^\d{6}$/)
    const hidden = withDependencies({ ...dependencies, codeInAnswer: false })
    assert.equal((await hidden.sendEmailCode({ email: newEmail(), purpose: 'register' }, anyone())).devCode, undefined)
  })

  test('can be requested again after a minute; earlier codes stay valid until one is used', async () => {
    const email = newEmail()
    const first = await codeFor(email)
    assert.deepEqual((await refusedWith('code_too_soon', send(email, start + 15 * second))).values, { s: '45' })
    await refusedWith('code_too_soon', send(email, start + minute - 1))
    const other = await codeFor(email, start + minute)
    const attempt = async (emailCode: string) =>
      call.register(await registration({ email, emailCode }), anyone(start + minute))
    assert.equal((await attempt(first)).email, email)
    for (const used of [first, other]) await refusedWith('code_expired', attempt(used))
  })

  test('with a future creation time do not delay the next one after the clock is set back', async () => {
    const email = newEmail()
    await codeFor(email, start + day)
    const emailCode = await codeFor(email, start)
    assert.equal((await call.register(await registration({ email, emailCode }), anyone())).email, email)
  })

  test('expire after ten minutes', async () => {
    const input = await registration()
    await refusedWith('code_expired', call.register(input, anyone(start + 10 * minute)))
    assert.equal((await call.register(input, anyone(start + 10 * minute - 1))).email, input.email)
  })

  const [home, away, elsewhere] = ['203.0.113.10', '203.0.113.20', '203.0.113.30'] as const
  const wrongOf = (code: string): string => (code === '000000' ? '000001' : '000000')
  /** The input of a new user whose code was requested from the network `home`. */
  async function askedAtHome() {
    const email = newEmail()
    const { devCode = '' } = await send(email, start, home)
    return registration({ email, emailCode: devCode })
  }
  type Sent = Awaited<ReturnType<typeof askedAtHome>>
  async function tryWrong(input: Sent, network: string): Promise<void> {
    const wrong = { ...input, emailCode: wrongOf(input.emailCode) }
    for (let tries = 0; tries < 5; tries += 1) {
      const why = await refusedWith('code_incorrect', call.register(wrong, anyone(start, network)))
      assert.equal(why.field, 'emailCode')
    }
    await refusedWith('code_expired', call.register(wrong, anyone(start, network)))
  }

  test('are invalid after five failed attempts from the requesting network, counted although each call is refused', async () => {
    const input = await askedAtHome()
    await tryWrong(input, home)
    await refusedWith('code_expired', call.register(input, anyone(start, home)))
  })

  test('are invalid for all other networks after five failed attempts from one of them, but not for the requesting network', async () => {
    const input = await askedAtHome()
    await tryWrong(input, away)
    await refusedWith('code_expired', call.register(input, anyone(start, elsewhere)))
    assert.equal((await call.register(input, anyone(start, home))).email, input.email)
  })

  test('are accepted from another network while no other network has failed', async () => {
    const input = await askedAtHome()
    assert.equal((await call.register(input, anyone(start, away))).email, input.email)
  })

  test('a reset code stays valid for its owner while strangers request codes and fail', async () => {
    const input = await askedAtHome()
    await call.register(input, anyone())
    const { email } = input
    const ask = async (at: number, network: string): Promise<string> =>
      (await call.sendEmailCode({ email, purpose: 'resetPassword' }, anyone(at, network))).devCode ?? ''
    const reset = (emailCode: string, at: number, network: string) =>
      call.resetPassword(
        { email, emailCode, newPassword: 'another-5', confirmPassword: 'another-5' },
        anyone(at, network),
      )
    const own = await ask(start, home)
    const later = start + 3 * minute
    const others = [await ask(start + minute, away), await ask(start + 2 * minute, away), await ask(later, elsewhere)]
    const wrong = ['000000', '000001', '000002', '000003', '000004'].find((code) => ![own, ...others].includes(code))
    for (const network of [away, elsewhere])
      for (let tries = 0; tries < 6; tries += 1) await assert.rejects(reset(wrong ?? '', later, network))
    assert.equal(await reset(own, later, home), null)
    for (const code of [own, ...others]) await refusedWith('code_expired', reset(code, later, home))
  })

  test('a right one is not told, not even by another refusal, when others used up the attempts meanwhile', async () => {
    const { email } = await member()
    const emailCode = await codeFor(email, start, 'resetPassword')
    const { outcome } = await inTransaction(db, async (tx) => {
      const ids = (await newestCodesLocked(tx, email, 'resetPassword', 1)).map(({ id }) => id)
      const broken = { newPassword: '1', confirmPassword: '1' }
      const attempt = call.resetPassword({ email, emailCode, ...broken }, anyone(start, away))
      await Promise.race([untilWaiting(db, 1), attempt])
      for (let tries = 0; tries < 5; tries += 1) await countFailedAttempt(tx, ids, away)
      return { outcome: attempt }
    })
    await refusedWith('code_expired', outcome)
  })

  test('of another purpose or address are refused', async () => {
    const email = newEmail()
    const { devCode } = await call.sendEmailCode({ email, purpose: 'resetPassword' }, anyone())
    await refusedWith(
      'code_incorrect',
      call.register(await registration({ email, emailCode: devCode ?? '' }), anyone()),
    )
    const other = await codeFor(newEmail())
    await refusedWith(
      'code_incorrect',
      call.register(await registration({ email: newEmail(), emailCode: other }), anyone()),
    )
  })

  test('are limited to ten per address and day', async () => {
    const email = newEmail()
    for (let sent = 0; sent < 10; sent += 1) await send(email, start + sent * minute)
    await refusedWith('too_many_requests', send(email, start + hour))
    await send(email, start + day + 1)
  })

  test('are limited to five hundred per network and day', async () => {
    await sql`
      insert into email_code (email, purpose, code, network, created_at, expires_at)
      select 'many' || i || '@example.org', 'register', '\\x00', '203.0.113.77', '2026-11-20T15:00:00Z', '2026-11-20T15:10:00Z'
      from generate_series(1, 500) as i`.execute(db)
    await refusedWith('too_many_requests', send(newEmail(), start, '203.0.113.77'))
    await send(newEmail(), start, '203.0.113.78')
  })

  test('ten concurrent requests for one address send one', async () => {
    const email = newEmail()
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, () => send(email).catch((error: unknown) => (error as Refused).refusal)),
    )
    assert.equal(outcomes.filter((outcome) => !isRefusal(outcome)).length, 1)
  })

  test('a retried request sends no second mail and does not return the code', async () => {
    const email = newEmail()
    const context = { ...anyone(), request: keyed(calls.account.sendEmailCode, 'code-key-1', { email }) }
    const first = await call.sendEmailCode({ email, purpose: 'register' }, context)
    const again = await call.sendEmailCode({ email, purpose: 'register' }, context)
    assert.notEqual(first.devCode, undefined)
    assert.deepEqual(again, { ...first, devCode: undefined })
    const { rows } = await sql<{
      count: number
    }>`select count(*) as count from mail where recipient = ${email}`.execute(db)
    assert.equal(rows[0]?.count, 1)
  })

  test('for a new password are answered the same for an unknown address', async () => {
    const known = await registration()
    await call.register(known, anyone())
    const ask = (email: string) => call.sendEmailCode({ email, purpose: 'resetPassword' }, anyone())
    const nobody = newEmail()
    assert.deepEqual(
      [await ask(known.email), await ask(nobody)].map((answer: Answer<typeof calls.account.sendEmailCode>) => ({
        ...answer,
        devCode: typeof answer.devCode,
      })),
      Array.from({ length: 2 }, () => ({ expiresInSeconds: 600, resendInSeconds: 60, devCode: 'string' })),
    )
    const { rows } = await sql`select 1 from mail where recipient = ${nobody}`.execute(db)
    assert.equal(rows.length, 0)
  })

  test('for the transaction password are sent only to the address of the user', async () => {
    const input = await registration()
    const person = await call.register(input, anyone())
    const context = personal(person.id, { db, feed }, { state: 'ACTIVE' })
    await refusedWith('wrong_state', call.sendEmailCode({ email: input.email, purpose: 'payPassword' }, anyone()))
    await refusedWith('wrong_state', call.sendEmailCode({ email: newEmail(), purpose: 'payPassword' }, context))
    assert.equal(
      (await call.sendEmailCode({ email: input.email, purpose: 'payPassword' }, context)).expiresInSeconds,
      600,
    )
  })
})

describe('mail', () => {
  const close = (): void => undefined
  const silent = { failed: assert.fail, worked: () => undefined }

  test('stays queued until delivery, and stays stored for the operator without a mail server', async () => {
    const email = newEmail()
    const code = await codeFor(email)
    const sent: string[] = []
    const send = async ({ recipient, body }: { recipient: string; body: string }): Promise<void> => {
      sent.push(`${recipient} ${body}`)
    }
    const deliver = () => deliverMail(db, { transport: { keeps: true, close, send }, now: start, watch: silent })
    while ((await deliver()) > 0);
    assert.ok(sent.some((text) => text.startsWith(email) && text.includes(code)))
    assert.equal(await deliver(), 0)
    const { rows } = await sql`select 1 from mail where recipient = ${email} and sent_at is not null`.execute(db)
    assert.equal(rows.length, 1)
  })

  test('stays queued when sending fails, and is deleted after a mail server accepted it', async () => {
    const email = newEmail()
    await codeFor(email)
    const logged: string[] = []
    const watch = openMailFailureReporter({
      warn: (message) => void logged.push(`warn ${message}`),
      log: (message) => void logged.push(`info ${message}`),
    })
    let works = false
    let why = 'no route'
    const send = async (): Promise<void> => {
      if (!works) throw new Error(why)
    }
    const deliver = (seconds = 0) =>
      deliverMail(db, { transport: { keeps: false, close, send }, now: start + seconds * 1000, watch })
    const refused = 'warn Mail could not be sent: Error: no route'
    for (const seconds of [0, 2, 59]) assert.equal(await deliver(seconds), 0)
    assert.deepEqual(logged, [refused], 'logs the same failure once a minute')
    await deliver(60)
    why = 'no answer'
    await deliver(62)
    assert.deepEqual(logged, [refused, refused, 'warn Mail could not be sent: Error: no answer'])
    works = true
    assert.ok((await deliver(64)) > 0)
    assert.deepEqual(logged.slice(3), ['info Mail is sent again'])
    const { rows } = await sql`select 1 from mail where recipient = ${email}`.execute(db)
    assert.equal(rows.length, 0)
  })

  test('is sent once, however long the mail server takes', async () => {
    await codeFor(newEmail())
    const { db: other } = connect(own.database.connectionString, 1, ['idle_in_transaction_session_timeout=200'])
    let sent = 0
    const send = async (): Promise<void> => {
      await rest(500)
      sent += 1
    }
    const deliver = () => deliverMail(other, { transport: { keeps: false, close, send }, now: start, watch: silent })
    assert.equal(await deliver(), sent)
    assert(sent > 0)
    assert.equal(await deliver(), 0)
    await other.destroy()
  })

  test('is sent to the mail server with its sender, recipient and subject', async () => {
    const received: string[] = []
    const server = createServer((socket) => {
      socket.write('220 test ready\r\n')
      let isText = false
      socket.on('data', (chunk) => {
        const text = chunk.toString()
        received.push(text)
        if (text.startsWith('DATA')) {
          isText = true
          socket.write('354 go on\r\n')
        } else if (!isText || text.endsWith('\r\n.\r\n')) {
          isText = false
          socket.write(
            text.startsWith('EHLO') ? '250 test\r\n' : text.startsWith('QUIT') ? '221 bye\r\n' : '250 ok\r\n',
          )
        }
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const transport = openMail({
      smtpUrl: `smtp://127.0.0.1:${port}?ignoreTLS=true`,
      from: 'Practice <practice@example.org>',
      log: assert.fail,
    })
    const email = newEmail()
    const code = await codeFor(email)
    while ((await deliverMail(db, { transport, now: start, watch: silent })) > 0);
    transport.close()
    server.close()
    const mail = received.join('')
    assert.match(mail, /MAIL FROM:<practice@example\.org>/)
    assert.match(mail, new RegExp(`RCPT TO:<${email}>`))
    assert.match(mail, new RegExp(`Subject: UBS MEX Practice: ${code}`))
  })

  test('codes, lockouts and ended sessions are deleted after their retention', async () => {
    await codeFor(newEmail())
    assert.ok((await deleteOutdated(db, start + 40 * day)) > 0)
    for (const table of ['email_code', 'session_token', 'sign_in_guard', 'mail']) {
      const { rows } = await sql`select 1 from ${sql.table(table)}`.execute(db)
      assert.equal(rows.length, 0, table)
    }
  })
})

describe('information about the product', () => {
  test('version', async () => {
    assert.deepEqual(await call.version({}, anyone()), {
      version: '1.0.0',
      minVersion: '1.0.0',
      notes: '',
      downloadUrl: '',
      mode: 'sim',
      simulated: true,
      detailMode: 1,
      title: 'UBS MEX',
      passwordPolicy: 'spec',
      predictable: false,
      supportUrl: undefined,
    })
  })

  test('disclosure with documents, hashes and fees', async () => {
    for (const language of ['en', 'zh-CN', 'zh-TW'] as const) {
      const { text, documents, fees, configVersion, mode } = await call.disclosure({}, { ...anyone(), language })
      assert.equal(mode, 'sim')
      assert.equal(configVersion, 0)
      assert.match(text.en, /Not affiliated with, or endorsed by, UBS Group AG or any bank\./)
      assert.match(text['zh-CN'], /模拟资金/)
      assert.deepEqual(
        documents.map((document) => document.name),
        ['client-agreement', 'privacy-policy', 'risk-disclosure'],
      )
      for (const { name, title, text: body, hash } of documents) {
        assert.ok(body.startsWith(`# ${title}`))
        assert.equal(hash, createHash('sha256').update(body).digest('hex'), 'the test converter changes nothing')
        assert.equal(dependencies.documents.hashes(language)[name], hash)
      }
      assert.deepEqual(
        fees.map((row) => [row.market, row.rates.length]),
        [
          ['US', 3],
          ['HK', 6],
          ['MX', 2],
          ['FUT', 1],
          ['FX', 0],
        ],
      )
      assert.equal(fees[0]?.from, '2026-04-04')
    }
  })
})

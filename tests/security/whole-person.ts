import assert from 'node:assert/strict'
import { createServer, type AddressInfo } from 'node:net'
import { calls } from '@mex/contract/areas.ts'
import { simulatedAddress } from '@mex/core/funding/coin-addresses.ts'
import { present } from '@mex/core/assert.ts'
import { moneyOf } from '@mex/core/money/money.ts'
import { openAuthenticator, paintNoise } from '@mex/server/testing.ts'
import { openPerson, type Person } from '@mex/world/person.ts'
import type { World } from '@mex/world/world.ts'

/** An SMTP server that keeps the received mail. */
export type Mailbox = AsyncDisposable & {
  readonly url: string
  /** The newest code sent to an address. */
  codeFor(this: void, email: string): string
}

export async function openMailbox(): Promise<Mailbox> {
  const received: string[] = []
  const server = createServer((socket) => {
    socket.write('220 test ready\r\n')
    let mail: string | undefined
    socket.on('data', (chunk) => {
      const text = chunk.toString()
      if (mail === undefined && !text.startsWith('DATA'))
        return void socket.write(
          text.startsWith('EHLO') ? '250 test\r\n' : text.startsWith('QUIT') ? '221 bye\r\n' : '250 ok\r\n',
        )
      if (mail === undefined) {
        mail = ''
        return void socket.write('354 go on\r\n')
      }
      mail += text
      if (!mail.endsWith('\r\n.\r\n')) return undefined
      received.push(mail)
      mail = undefined
      return void socket.write('250 ok\r\n')
    })
    socket.on('error', () => undefined)
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}?ignoreTLS=true`,
    codeFor(email) {
      const mail = received.findLast((text) => text.includes(`To: ${email}`))
      return present(/Subject: [^\r]*?(\d{6})/.exec(mail ?? '')?.[1], `a code for ${email}`)
    },
    [Symbol.asyncDispose]: () => new Promise((done) => void server.close(() => done())),
  }
}

export const passwords = {
  login: 'First-secret-word-1',
  changed: 'Second-secret-word-2',
  reset: 'Third-secret-word-3',
  pay: 'Pay-secret-word-4',
  wrong: 'A-wrong-guess-word-5',
} as const

/** Values that only their owner may read. */
export type Secrets = {
  readonly texts: Readonly<Record<string, string>>
  readonly codes: readonly string[]
  readonly pictures: readonly Buffer[]
}

/** A user with every kind of personal data that the product stores. */
export type WholePerson = {
  readonly id: number
  readonly email: string
  readonly person: Person
  readonly secrets: Secrets
}

async function uploadPicture(person: Person, bytes: Buffer): Promise<string> {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(bytes)], { type: 'image/png' }), 'picture.png')
  const headers = person.token === undefined ? undefined : { authorization: person.token }
  const response = await person.fetch(calls.files.upload.path, {
    method: 'POST',
    body: form,
    ...(headers === undefined ? {} : { headers }),
  })
  const { code, data, msg } = (await response.json()) as { code: number; msg: string; data: { url: string } | null }
  assert.equal(code, 200, msg)
  return present(data, 'a path').url
}

const number = { security: '666-47-1853', document: 'SIMWHOLE4711', card: '4012888888881881' } as const
const holder = { first: 'Wilhelmina', last: 'Featherstonehaugh' } as const
const coinAddress = simulatedAddress(Buffer.alloc(20, 0xa7))

/** Registers a user with a postal address and a social-security number, as the form does. */
async function register(world: World, email: string, emailCode: string): Promise<Person> {
  const person = openPerson(world.url)
  const registered = await person.call(calls.registration.registerFully, {
    userType: 2,
    email,
    emailCode,
    username: 'whole-person',
    password: passwords.login,
    passwordConfirm: passwords.login,
    streetAddress: '1 Example Street',
    additionalAddress: undefined,
    stateProvince: 'CDMX',
    phoneNumber: '+52 55 1234 5678',
    country: 'MX',
    socialSecurityNumber: number.security,
    invitationCode: undefined,
    agree: true,
  })
  person.token = registered.token
  return person
}

/** The pictures as the server returns them to their owner, re-encoded. */
async function shownPictures(person: Person, paths: readonly string[]): Promise<Buffer[]> {
  const headers = { authorization: present(person.token, 'a token') }
  const shown = await Promise.all(paths.map((path) => person.fetch(path, { headers })))
  for (const { status } of shown) assert.equal(status, 200)
  return Promise.all(shown.map(async (response) => Buffer.from(await response.arrayBuffer())))
}

/** Creates a user and every kind of personal data, in the order of a real account. */
export async function liveThrough(world: World, mailbox: Mailbox): Promise<WholePerson> {
  const email = 'whole.person@example.org'
  const codes: string[] = []
  const tokens: string[] = []
  const sent = await Promise.all(Array.from({ length: 4 }, () => paintNoise()))
  const [front, back, proof, chatPicture] = sent as [Buffer, Buffer, Buffer, Buffer]

  const codeOf = async (purpose: 'register' | 'resetPassword'): Promise<string> => {
    await openPerson(world.url).call(calls.account.sendEmailCode, { email, purpose })
    await world.server.jobs.runAll(world.clock.now())
    codes.push(mailbox.codeFor(email))
    return codes.at(-1) ?? ''
  }
  const person = await register(world, email, await codeOf('register'))
  const paths: string[] = []
  const upload = async (bytes: Buffer): Promise<string> => {
    paths.push(await uploadPicture(person, bytes))
    return paths.at(-1) ?? ''
  }
  tokens.push(present(person.token, 'a token of the registration'))
  await person.call(calls.kyc.submit, {
    firstName: holder.first,
    lastName: holder.last,
    country: 'MX',
    documentType: 'identity_card',
    documentNumber: number.document,
    frontImage: await upload(front),
    backImage: await upload(back),
  })
  const signedIn = await person.call(calls.account.login, { username: email, password: passwords.login })
  person.token = signedIn.token
  tokens.push(signedIn.token)
  await world.pass(130)

  const authenticator = openAuthenticator({ origin: 'https://localhost' })
  const { options } = await person.call(calls.security.passkeyCreationOptions, { password: passwords.login })
  await person.call(calls.security.addPasskey, { name: 'Phone', credential: authenticator.create(options) })
  const asked = await person.call(calls.security.passkeyRequestOptions, {})
  const byPasskey = await openPerson(world.url).call(calls.security.loginByPasskey, {
    credential: authenticator.use(asked.options),
  })
  tokens.push(byPasskey.token)
  await person.call(calls.security.setPayPassword, { payPassword: passwords.pay, confirmPayPassword: passwords.pay })
  await person.call(calls.funding.addCard, {
    kind: 'bank',
    bankName: 'Practice Bank',
    accountName: 'Practice Account',
    cardNumber: number.card,
    cardholderName: `${holder.first} ${holder.last}`,
    region: 'CDMX',
    city: 'Mexico City',
  })
  await person.call(calls.funding.addCard, {
    kind: 'coin',
    coin: 'SUSD',
    network: 'SIMCHAIN',
    address: coinAddress,
  })
  await person.call(calls.funding.createDeposit, {
    kind: 'fiat',
    asset: 'MXN',
    amount: moneyOf('1000'),
    proof: await upload(proof),
  })
  const image = await upload(chatPicture)
  {
    await using listener = await person.listen('chat')
    await listener.tell({ op: 'chat', text: 'look at this', image })
  }
  // A reset code that stays unused.
  await codeOf('resetPassword')
  return {
    id: signedIn.id,
    email,
    person,
    secrets: {
      codes,
      pictures: [...sent, ...(await shownPictures(person, paths))],
      texts: {
        ...passwords,
        'the social-security number': number.security,
        'its digits': number.security.replaceAll('-', ''),
        'the number of the document': number.document,
        'the number of the card': number.card,
        'the card but for its last four': number.card.slice(0, -4),
        'the first name on the papers': holder.first,
        'the last name on the papers': holder.last,
        'the address of the coin account': coinAddress,
        ...Object.fromEntries(tokens.map((token, index) => [`token ${index}`, token])),
      },
    },
  }
}

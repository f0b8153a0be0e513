import { calls } from '@mex/contract/areas.ts'
import { quantity } from '@mex/core/money/money.ts'
import { openPerson, type Person } from '@mex/world/person.ts'

import { expect, test as plain, violationsOf } from './journey.ts'
import { startServer, type JourneyServer } from './open-server.ts'
import { openVerified, signInAs } from './trader.ts'
import { languages } from './words.ts'

/** At this speed of the market clock a day takes 48 seconds: a placing closes and is allotted within three days. */
const speed = 1800
/** A Tuesday, so that two business days are two days. */
const clockStart = '2026-11-17T12:00:00Z'

const test = plain.extend<object, { server: JourneyServer }>({
  server: [
    async ({}, use) => {
      const server = await startServer({ CLOCK_SPEED: String(speed), CLOCK_START: clockStart })
      // The first account on a server has to wait for the first prices.
      await openPerson(server.url).call(calls.account.guest, {})
      await use(server)
      await server.close()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  baseURL: async ({ server }, use) => use(server.url),
})

/** Applies for two lots of the placing that closes first of those that are still open when the application arrives. */
async function applyForNext(person: Person): Promise<number> {
  const asked = { pageNum: 1, pageSize: 50, id: undefined, market: undefined } as const
  const { rows } = await person.call(calls.placings.list, asked)
  const open = rows.filter(({ phase }) => phase === 'open')
  for (const { id, lot } of open.toSorted((one, other) => one.endsAt - other.endsAt)) {
    const { envelope } = await person.ask(calls.placings.apply, { id, quantity: quantity(lot * 2n) })
    if (envelope.code === 200) return id
  }
  throw new Error('No placing is open')
}

const texts = {
  en: { shared: 'How this was allotted', verified: 'Verified here', rank: 'Your rank for the odd lot' },
  'zh-CN': { shared: '如何分配的', verified: '已在本机核验', rank: '您的零头排名' },
} as const

test('somebody who applied learns the allotment, and recomputes it on the own device, in both languages', async ({
  page,
  server,
}) => {
  test.setTimeout(360_000)
  const { person } = await openVerified(server)
  const placing = await applyForNext(person)
  const mine = async () => (await person.call(calls.placings.applications, { pageNum: 1, pageSize: 5 })).rows[0]
  await expect.poll(async () => (await mine())?.status, { timeout: 300_000, intervals: [1000] }).toMatch(/allotted/)
  const { rows } = await person.call(calls.content.messages, { pageNum: 1, pageSize: 10, type: 'PLACING' })
  expect(rows.length).toBeGreaterThanOrEqual(1)
  await signInAs(page, person)
  await page.goto(`/#/pages/placing/index?id=${placing}`)
  for (const language of languages) {
    const said = texts[language]
    await page.evaluate((chosen) => localStorage.setItem('mex.language', chosen), language)
    await page.reload()
    await expect(page.getByRole('heading', { name: said.shared })).toBeVisible()
    await expect(page.getByText(said.verified)).toBeVisible()
    await expect(page.getByText(said.rank)).toBeVisible()
    expect(await violationsOf(page)).toEqual([])
  }
})

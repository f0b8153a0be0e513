import { calls } from '@mex/contract/areas.ts'
import { quantity } from '@mex/core/money/money.ts'
import { openPerson, type Person } from '@mex/world/person.ts'

import { expect, test as plain, violationsOf } from './journey.ts'
import { startServer, type JourneyServer } from './open-server.ts'
import { openVerified, signInAs } from './trader.ts'
import { languages } from './words.ts'

/** At this speed of the market clock a day takes 48 seconds: an offer closes and is drawn within three days. */
const speed = 1800

const test = plain.extend<object, { server: JourneyServer }>({
  server: [
    async ({}, use) => {
      const server = await startServer({ CLOCK_SPEED: String(speed) })
      // The first account on a server has to wait for the first prices.
      await openPerson(server.url).call(calls.account.guest, {})
      await use(server)
      await server.close()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  baseURL: async ({ server }, use) => use(server.url),
})

/** Applies for two lots of the offer that closes first of those that are still open when the application arrives. */
async function applyForNext(person: Person): Promise<{ readonly offer: number }> {
  const offers = (await person.call(calls.offerings.issues, {})).filter(({ phase }) => phase === 'open')
  for (const { id, lot } of offers.toSorted((one, other) => one.endsAt - other.endsAt)) {
    const { envelope } = await person.ask(calls.offerings.apply, { id, quantity: quantity(lot * 2n) })
    if (envelope.code === 200) return { offer: id }
  }
  throw new Error('No offer is open')
}

const texts = {
  en: { drawn: 'How this was drawn', verified: 'Verified here', ticket: 'Your best ticket' },
  'zh-CN': { drawn: '如何抽签', verified: '已在本机核验', ticket: '您的最佳签' },
} as const

test('somebody who applied learns the result, and recomputes the draw on the own device, in both languages', async ({
  page,
  server,
}) => {
  test.setTimeout(300_000)
  const { person } = await openVerified(server)
  const { offer } = await applyForNext(person)
  const status = async () =>
    (await person.call(calls.offerings.applications, { pageNum: 1, pageSize: 5 })).rows[0]?.status
  await expect.poll(status, { timeout: 240_000, intervals: [1000] }).toMatch(/allotted/)
  await signInAs(page, person)
  await page.goto(`/#/pages/product/newstock?id=${offer}`)
  for (const language of languages) {
    const said = texts[language]
    await page.evaluate((chosen) => localStorage.setItem('mex.language', chosen), language)
    await page.reload()
    await expect(page.getByRole('heading', { name: said.drawn })).toBeVisible()
    await expect(page.getByText(said.verified)).toBeVisible()
    await expect(page.getByText(said.ticket)).toBeVisible()
    expect(await violationsOf(page)).toEqual([])
  }
})

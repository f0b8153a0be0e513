import { test } from './conditions.ts'
import { expect, type Page } from './journey.ts'
import { openGuest, openTrader, signInAs } from './trader.ts'

/** The first visit of a page: what it asks before the program is there, the program takes over. */
const appleParameters = 'name=Apple&code=AAPL&source=0&market=US'
const pages = [
  { address: '/', calls: 3 },
  { address: '/#/pages/market/index', calls: 2 },
  { address: '/#/pages/watchlist/index', calls: 3 },
  { address: '/#/pages/trade/index', calls: 4 },
  { address: '/#/pages/profile/index', calls: 3 },
  { address: `/#/pages/quote/stock?${appleParameters}`, calls: 2 },
  { address: `/#/pages/payment/stock?${appleParameters}&direction=0`, calls: 3 },
]

/** What was asked before the program was there, as far as nobody has taken it. */
const left = (page: Page) =>
  page.evaluate(() => Object.keys((globalThis as never as { firstAnswers?: object }).firstAnswers ?? {}))

/** Opens a page; the program is kept back until what the page asks without it is known. */
async function visit(page: Page, address: string): Promise<readonly string[]> {
  const asked = Promise.withResolvers<readonly string[]>()
  await page.route(/assets\/index-/, async (route) => {
    await page.waitForFunction(() => 'firstAnswers' in globalThis)
    asked.resolve(await left(page))
    await route.continue()
  })
  await page.goto(address)
  await expect(page.getByRole('main')).toBeVisible()
  return asked.promise
}

for (const { address, calls } of pages) {
  test(`${address.split('?')[0]} takes over what was asked before the program was there`, async ({ page }) => {
    await signInAs(page, (await openTrader()).person)
    const sent: string[] = []
    page.on('request', (request) => {
      const { pathname, search } = new URL(request.url())
      if (request.resourceType() === 'fetch') sent.push(`${pathname}${search} ${request.postData() ?? ''}`)
    })
    const asked = await visit(page, address)
    expect(asked).toHaveLength(calls)
    await expect.poll(() => left(page)).toEqual([])
    for (const name of asked) expect(sent.filter((each) => name.startsWith(`${each} `))).toHaveLength(1)
  })
}

test('who is not signed in asks for nothing of a person', async ({ page }) => {
  const asked = await visit(page, '/')
  expect(asked.filter((name) => name.includes('/userCenter/'))).toEqual([])
  expect(asked).toHaveLength(2)
  await expect.poll(() => left(page)).toEqual([])
})

test('an answer that never came is asked for again', async ({ page, faults }) => {
  faults.expectAlso(/ERR_FAILED.*getFundingOverview/)
  await signInAs(page, await openGuest())
  let lost = 0
  await page.route('**/userCenter/getFundingOverview', async (route) => {
    lost += 1
    if (lost === 1) await route.abort()
    else await route.continue()
  })
  await page.goto('/')
  await expect(page.getByText(/^MX\$/).first()).toBeVisible()
  expect(lost).toBeGreaterThan(1)
})

test('the browser compiles the files of the program while they arrive, and runs them one by one', async ({ page }) => {
  const html = await (await page.request.get('/')).text()
  const [, list = ''] = /id="first-visit">([^]*?)<\/script>/.exec(html) ?? []
  const { program } = JSON.parse(list) as { program: string[] }
  expect(program.length).toBeGreaterThan(2)
  // A script of the page would run all others that it imports in its own task.
  expect(html).not.toMatch(/<script[^>]*type="module"/)
  for (const file of program) {
    // What is drawn first, the styles and the first answers, goes before the program on a slow line.
    expect(html).toContain(`<link rel="modulepreload" fetchpriority="low" crossorigin href="${file}">`)
    expect(await (await page.request.get(file)).text()).toMatch(/^\/\/# allFunctionsCalledOnLoad\n/)
  }
})

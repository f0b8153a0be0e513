import { calls } from '@mex/contract/areas.ts'
import { formatPrice } from '@mex/core/money/money.ts'
import { chatThreads, operatorReply, publishArticle } from '@mex/server/testing.ts'

import { expect, openTab, test, type Page } from './journey.ts'
import { asOperator } from './operator.ts'
import { openGuest, signInAs } from './trader.ts'
import { languagesOf, type Words, wordsOf } from './words.ts'

async function openMessages(page: Page, words: Words): Promise<void> {
  await page.getByRole('link', { name: words.oneUnread }).tap()
  await expect(page.getByRole('radio', { name: `${words.messages}` })).toBeChecked()
}

const conversation = (page: Page, words: Words) => page.getByRole('list', { name: words.conversation })

for (const language of languagesOf(import.meta.filename)) {
  test.describe(language, () => {
    test.use({ language })

    test('the welcome message counts as unread until it is opened', async ({ page, words }) => {
      await signInAs(page, await openGuest())
      await page.goto('/')
      await openTab(page, words, 'account')
      const row = page.getByRole('main').getByRole('link', { name: words.noneUnread, exact: true })
      await expect(row).toHaveAttribute('href', '#/pages/notice/index?tab=messages')
      await openTab(page, words, 'home')
      await openMessages(page, words)
      await page.getByRole('link', { name: `${words.unread}: ${words.welcome}` }).tap()
      await expect(page.getByRole('heading', { level: 2, name: words.welcome })).toBeVisible()
      await page.getByRole('button', { name: words.back }).tap()
      await expect(page.getByRole('link', { name: words.welcome, exact: false })).not.toContainText(words.unread)
      await expect(page.getByRole('button', { name: words.markAllRead })).toHaveCount(0)
      const welcome = page.getByRole('link', { name: words.welcome })
      await page.getByRole('radio', { name: words.unread, exact: true }).check()
      await expect(welcome).toHaveCount(0)
      await page.getByRole('radio', { name: words.read, exact: true }).check()
      await expect(welcome).toBeVisible()
      await page.goto('/')
      await expect(page.getByRole('link', { name: words.noneUnread, exact: true })).toBeVisible()
    })

    test('marking all messages as read elsewhere updates the bell by push', async ({ page, words }) => {
      const person = await openGuest()
      await signInAs(page, person)
      await page.goto('/')
      await expect(page.getByRole('link', { name: words.oneUnread })).toBeVisible()
      await person.call(calls.content.readMessages, { all: true })
      await expect(page.getByRole('link', { name: words.noneUnread, exact: true })).toBeVisible()
    })

    test('a news article is marked as simulated and links to quotes; a help article has no such mark', async ({
      page,
      words,
    }) => {
      test.slow()
      await page.goto('/')
      const list = page.getByRole('region', { name: words.news })
      // A help article has the same word in its title, so that only the mark identifies news.
      const mark = page.getByText(words.simulated, { exact: true })
      const article = list.getByRole('link').filter({ has: mark }).first()
      // The first market article appears some seconds after the server starts.
      await expect(async () => {
        await page.getByRole('heading', { level: 2, name: words.movers }).scrollIntoViewIfNeeded()
        await page.mouse.wheel(0, 600)
        await expect(page.getByRole('heading', { level: 2, name: words.news, exact: true })).toBeVisible({
          timeout: 2000,
        })
        if (!(await article.isVisible())) await page.reload()
        await expect(article).toBeVisible({ timeout: 2000 })
      }).toPass({ timeout: 40_000 })
      await article.tap()
      const body = page.getByRole('article')
      await expect(body.getByText(words.simulatedText)).toBeVisible()
      await body.getByRole('link').first().tap()
      await expect(page.getByRole('radio', { name: words.intraday, exact: true })).toBeVisible()
      await page.goto('/#/pages/webview/index?page=help')
      await page.getByRole('link', { name: words.feesArticle }).tap()
      await expect(body.getByRole('heading', { level: 2, name: words.feesArticle })).toBeVisible()
      await expect(body.getByText(words.simulatedText)).toHaveCount(0)
    })

    test('a help article is found by searching from the Account tab', async ({ page, words }) => {
      await signInAs(page, await openGuest())
      await page.goto('/')
      await openTab(page, words, 'account')
      await page.getByRole('link', { name: words.help }).tap()
      await page.getByRole('link', { name: words.wordsExplained }).tap()
      const terms = page.getByRole('region', { name: words.wordsExplained })
      await expect(terms).toContainText(words.lockUp)
      await page.getByRole('searchbox').fill(words.drawdown)
      await expect(terms).toContainText(words.drawdown)
      await expect(terms).not.toContainText(words.lockUp)
      await page.getByRole('button', { name: words.back }).tap()
      await page.getByRole('searchbox').fill(words.cancelQuestion)
      await expect(page.getByRole('link', { name: words.cancelLink })).toHaveAttribute(
        'href',
        '#/pages/trade/index?list=2',
      )
      await page.getByRole('searchbox').fill(words.feesArticle)
      await page.getByRole('link', { name: words.feesArticle }).tap()
      await expect(page.getByRole('heading', { level: 2, name: words.feesArticle })).toBeVisible()
    })

    test('a question gets answers from the assistant and the operator; the chat rate limit refuses the 21st message', async ({
      page,
      words,
    }) => {
      test.slow()
      const person = await openGuest()
      const { id } = await person.call(calls.account.me, {})
      await signInAs(page, person)
      await page.goto('/')
      await openTab(page, words, 'account')
      await page.getByRole('link', { name: words.customerService }).tap()
      await page.getByRole('button', { name: words.feesQuestion }).tap()
      await expect(conversation(page, words)).toContainText(words.feesAnswer)
      await expect(conversation(page, words)).toContainText(words.assistant)
      await expect(conversation(page, words).getByRole('link', { name: words.feesArticle })).toBeVisible()

      const { now } = await person.call(calls.market.clock, {})
      await asOperator((db) => operatorReply(db, id, 'Good morning!', now))
      await expect(conversation(page, words)).toContainText('Good morning!')
      await expect(conversation(page, words)).toContainText(words.operator)

      const field = page.getByRole('textbox', { name: words.yourMessage })
      for (let count = 0; count < 19; count += 1) {
        await field.fill(`${count}`)
        await field.press('Enter')
        await expect(field).toHaveValue('')
      }
      await field.fill('one more')
      await page.getByRole('button', { name: words.send }).tap()
      await expect(page.getByRole('alert').filter({ hasText: words.muted })).toBeVisible()
      await expect(field).toHaveValue('one more')
      await page.reload()
      await expect(conversation(page, words)).toContainText('Good morning!')
      await expect(conversation(page, words)).not.toContainText('one more')
    })

    test('the assistant links to the orders, tells the price of the quote page, explains a term and hands over', async ({
      page,
      words,
    }) => {
      test.slow()
      const person = await openGuest()
      const { id } = await person.call(calls.account.me, {})
      await signInAs(page, person)
      await page.goto('/#/pages/webview/index?page=chat')
      const field = page.getByRole('textbox', { name: words.yourMessage })
      const ask = async (question: string) => {
        await field.fill(question)
        await field.press('Enter')
        await expect(field).toHaveValue('')
      }
      const newest = conversation(page, words).getByRole('listitem').filter({ hasText: words.assistant }).last()

      await ask(words.cancelQuestion)
      await expect(newest).toContainText(words.cancelAnswer)
      await newest.getByRole('link', { name: words.cancelLink, exact: true }).tap()
      await expect(page.getByRole('radio', { name: words.orders })).toBeChecked()
      // A tab begins a new history, so there is no way back from it.
      await page.goto('/#/pages/webview/index?page=chat')

      await ask(words.lockUpQuestion)
      await expect(newest).toContainText(words.lockUpAnswer)

      await ask('zzz qqq')
      await page.getByRole('button', { name: words.askForPerson, exact: true }).tap()
      await expect(newest).toContainText(words.passedOn)
      const [first] = await asOperator((db) => chatThreads(db))
      expect([first?.userId, first?.asksPerson, first?.text]).toEqual([id, true, words.askForPerson])

      // The price moves every second, so the first answer may be one price older than the quote.
      await expect(async () => {
        await ask(words.priceQuestion)
        await expect(newest).toContainText(words.appleName)
        const { last } = await person.call(calls.market.quote, { code: 'AAPL', market: 'US' })
        await expect(newest).toContainText(`${formatPrice(last, 2)} USD`, { timeout: 200 })
      }).toPass()
      await newest.getByRole('link', { name: /AAPL/ }).tap()
      await expect(page.getByRole('radio', { name: words.intraday, exact: true })).toBeVisible()
      expect(page.url()).toContain('code=AAPL')
    })

    test('the web view shows no external page', async ({ page, words }) => {
      await page.goto('/#/pages/webview/index?page=https%3A%2F%2Fexample.org')
      await expect(page.getByRole('heading', { name: words.noSuchPage })).toBeVisible()
      await expect(page.locator('iframe')).toHaveCount(0)
    })
  })
}

test('a notice is unread until it is opened, and its scripts and images are removed', async ({ page, words }) => {
  const person = await openGuest()
  const { now } = await person.call(calls.market.clock, {})
  const harm = '<img src="x" onerror="document.title=1"><script>document.title=1</script>'
  await asOperator((db) =>
    publishArticle(db, {
      type: 'notice',
      tag: 'SERVICE',
      isSimulated: false,
      title: { en: wordsOf('en').maintenance, zh: wordsOf('zh-CN').maintenance },
      summary: { en: 'For an hour.', zh: '约一小时。' },
      body: { en: `<p>Orders wait.</p>${harm}`, zh: `<p>委托会等待。</p>${harm}` },
      at: now,
    }),
  )
  await signInAs(page, person)
  await page.goto('/#/pages/notice/index')
  const link = page.getByRole('link', { name: words.maintenance }).first()
  await expect(link).toContainText(words.unread)
  await link.tap()
  await expect(page.getByText('Orders wait.')).toBeVisible()
  await expect(page.getByRole('article').locator('img, script')).toHaveCount(0)
  await page.getByRole('button', { name: words.back }).tap()
  await expect(link).toBeVisible()
  await expect(link).not.toContainText(words.unread)
})

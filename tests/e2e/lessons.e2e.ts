import { calls } from '@mex/contract/areas.ts'
import { present } from '@mex/core/assert.ts'
import { moneyOf } from '@mex/core/money/money.ts'

import { expect, settle, test, violationsOf, type Page } from './journey.ts'
import { overflowOf } from './inspect.ts'
import { openGuest, signInAs } from './trader.ts'
import { languages, languagesOf } from './words.ts'

const texts = {
  en: {
    face: 'Face value (USD)',
    review: 'Review',
    reviewTitle: 'Review purchase',
    title: 'Frauds that look like bonds',
    goOn: 'Continue to my order',
    notNow: 'Not now',
    edit: 'Edit',
    link: /How frauds imitate this/,
    page: 'Frauds and their signs',
    signs: 'Five signs',
    show: /Show the promised curve/,
    promised: 'Promised, 0.15% a day',
    earned: /its end was known on the first: it is typed in, not earned/,
    spoken: /Promised: [\d,.]+, without one bad day/,
    start: 'Try the questions',
    next: 'Next question',
    right: /^Right\./,
    wrong: /^Not quite\./,
    result: '2 of 3 right.',
    answers: [/Call the bank on the number/, /Because its price falls when market yields rise/, /Taxes are normal/],
    kinds: ['Follow and copy trading', 'AI quantify', 'Robots and cloud mining'],
    unknown: 'Page not found',
  },
  'zh-CN': {
    face: '面值（USD）',
    review: '核对',
    reviewTitle: '核对买入',
    title: '伪装成债券的骗局',
    goOn: '继续下单',
    notNow: '暂不',
    edit: '修改',
    link: /骗局如何模仿它/,
    page: '识别骗局',
    signs: '五个迹象',
    show: /显示承诺的曲线/,
    promised: '承诺，每天 0.15%',
    earned: /终点第一天就已知：那是编出来的数字/,
    spoken: /承诺：[\d,.]+，没有一天下跌/,
    start: '试试看',
    next: '下一题',
    right: /^正确。/,
    wrong: /^不完全对。/,
    result: '3 题中答对 2 题。',
    answers: [/拨打自己查到的银行电话/, /因为市场收益率上升时，债券价格会下跌/, /交税很正常/],
    kinds: ['跟单', 'AI 量化', '机器人与云挖矿'],
    unknown: '未找到该页面',
  },
} as const

async function note() {
  const person = await openGuest()
  const { rows } = await person.call(calls.bonds.list, { pageNum: 1, pageSize: 50 })
  const { id } = present(
    rows.find(({ kind, remaining }) => kind === 'note' && remaining > 0n),
    'a note',
  )
  return { person, id }
}

async function answer(page: Page, said: (typeof texts)[(typeof languages)[number]]): Promise<void> {
  await page.getByRole('button', { name: said.start }).tap()
  for (const [index, right] of said.answers.entries()) {
    const asked = page.getByRole('radio', { name: right })
    await asked.check()
    await expect(page.getByText(index === 2 ? said.wrong : said.right)).toBeVisible()
    if (index < 2) await page.getByRole('button', { name: said.next }).tap()
  }
  await expect(page.getByText(said.result)).toBeVisible()
}

for (const language of languagesOf(import.meta.filename)) {
  const said = texts[language]
  test.describe(`in ${language}`, () => {
    test.use({ language })

    test('before the first bond somebody reads how frauds imitate bonds, once; whoever holds one is not stopped', async ({
      page,
    }) => {
      const { person, id } = await note()
      await signInAs(page, person)
      await page.goto(`/#/pages/bonds/open?id=${id}`)
      const review = page.getByRole('button', { name: said.review, exact: true })
      await page.getByRole('textbox', { name: said.face }).fill('100')
      await review.tap()
      const lesson = page.getByRole('dialog', { name: said.title })
      await expect(lesson.getByRole('heading', { name: said.signs })).toBeVisible()
      await settle(page)
      expect(await violationsOf(page)).toEqual([])
      // Whoever does not go on has bought nothing, and reads it again.
      await lesson.getByRole('button', { name: said.notNow }).tap()
      await expect(lesson).toBeHidden()
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await review.tap()
      await expect(lesson).toBeVisible()
      await lesson.getByRole('button', { name: said.goOn }).tap()
      const sheet = page.getByRole('dialog', { name: said.reviewTitle })
      await expect(sheet).toBeVisible()
      await sheet.getByRole('button', { name: said.edit }).tap()
      await expect(sheet).toBeHidden()
      await page.reload()
      await page.getByRole('textbox', { name: said.face }).fill('100')
      await review.tap()
      await expect(sheet).toBeVisible()

      // Another device of somebody who has bought before.
      await person.call(calls.bonds.buy, { id, face: moneyOf('100') })
      await page.evaluate(() => localStorage.removeItem('mex.lessons'))
      await page.reload()
      await settle(page)
      await page.getByRole('textbox', { name: said.face }).fill('100')
      await review.tap()
      await expect(sheet).toBeVisible()
    })

    test('the lesson shows both curves and asks three questions that nobody has to answer', async ({ page }) => {
      await page.goto('/#/pages/bonds/list')
      await page.getByRole('link', { name: said.link }).tap()
      await expect(page.getByRole('heading', { name: said.page })).toBeVisible()
      await expect(page.getByRole('switch', { name: said.show })).not.toBeChecked()
      await expect(page.getByText(said.promised)).toHaveCount(0)
      await page.getByRole('switch', { name: said.show }).check()
      await expect(page.getByText(said.promised)).toBeVisible()
      await expect(page.getByText(said.spoken)).toHaveCount(1)
      // True of any market, also of one in which the real line is ahead.
      await expect(page.getByText(said.earned)).toBeVisible()
      await answer(page, said)
      await settle(page)
      expect(await violationsOf(page)).toEqual([])
      await page.setViewportSize({ width: 320, height: 844 })
      expect(await overflowOf(page)).toEqual([])
      await page.setViewportSize({ width: 390, height: 844 })
      for (const kind of said.kinds) {
        await page.getByRole('link', { name: new RegExp(`^${kind}`) }).tap()
        // The first who asks a server for a record waits until it is computed.
        await settle(page)
        await expect(page.getByRole('switch', { name: said.show })).toBeVisible()
        expect(await violationsOf(page)).toEqual([])
      }
      await page.goto('/#/pages/lesson/index?kind=bonds')
      await page.reload()
      await expect(page.getByRole('switch', { name: said.show })).toBeVisible()
      await page.goto('/#/pages/lesson/index?kind=elsewhere')
      await expect(page.getByText(said.unknown)).toBeVisible()
      await expect(page.getByRole('link', { name: new RegExp(`^${said.kinds[0]}`) })).toBeVisible()
    })
  })
}

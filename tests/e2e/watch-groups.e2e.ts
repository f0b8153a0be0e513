import { calls } from '@mex/contract/areas.ts'

import { button, field } from './controls.ts'
import { expect, openTab, test } from './journey.ts'
import { openGuest, signInAs } from './trader.ts'
import { languagesOf } from './words.ts'

const texts = {
  en: {
    edit: 'Edit watchlist',
    groups: 'Edit groups',
    create: 'New group',
    name: 'Name of the group',
    missing: 'Enter a name',
    save: 'Save',
    all: 'All',
    down: /^Move Tech down$/,
    remove: 'Delete group',
    byName: /^Sort by Name$/,
    bySorted: /^Name, sorted from low to high$/,
    active: 'US stocks most traded by value',
  },
  'zh-CN': {
    edit: '编辑自选',
    groups: '编辑分组',
    create: '新建分组',
    name: '分组名称',
    missing: '请输入名称',
    save: '保存',
    all: '全部',
    down: /^下移Tech$/,
    remove: '删除分组',
    byName: /^按名称排序$/,
    bySorted: /^名称，由低到高$/,
    active: '成交额最高的美股',
  },
} as const

for (const language of languagesOf(import.meta.filename))
  test.describe(language, () => {
    test.use({ language })
    const said = texts[language]

    test('the watchlist is sorted, and shows a group that was made from it', async ({ page, words }) => {
      const person = await openGuest()
      const watched = [
        { code: 'NVDA', market: 'US', classify: 'UsStock', source: 0 },
        { code: 'AAPL', market: 'US', classify: 'UsStock', source: 0 },
        { code: '00700', market: 'HK', classify: 'HK', source: 11 },
      ] as const
      for (const one of watched) await person.call(calls.watchlist.save, one)
      await signInAs(page, person)
      await page.goto('/')
      await openTab(page, words, 'watchlists')
      const codes = page.getByRole('link', { name: /AAPL|NVDA|00700/ })
      await expect(codes).toHaveCount(3, { timeout: 30_000 })
      await expect(codes.first()).toContainText('00700')
      // A short list is followed by others, none of them its own.
      const active = page.getByRole('region', { name: said.active }).getByRole('link')
      await expect(active).toHaveCount(10)
      await expect(active.filter({ hasText: /AAPL|NVDA/ })).toHaveCount(0)
      await page.getByRole('button', { name: said.byName }).click()
      await expect(page.getByRole('button', { name: said.bySorted })).toBeVisible()
      // Chinese names are sorted by their sound: Pingguo, Tengxun, Yingweida.
      await expect(codes).toContainText(language === 'en' ? ['AAPL', 'NVDA', '00700'] : ['AAPL', '00700', 'NVDA'])

      await page.getByRole('link', { name: said.edit }).click()
      await page.getByRole('link', { name: said.groups }).click()
      const sheet = page.getByRole('dialog')
      await button(page, said.create).click()
      await button(sheet, said.save).click()
      await expect(sheet.getByText(said.missing)).toBeVisible()
      await field(sheet, said.name).fill('Tech')
      await sheet.getByRole('checkbox', { name: /NVDA/ }).check()
      await sheet.getByRole('checkbox', { name: /AAPL/ }).check()
      await button(sheet, said.save).click()
      await expect(sheet).toHaveCount(0)
      await button(page, said.create).click()
      await field(sheet, said.name).fill('Asia')
      await sheet.getByRole('checkbox', { name: /00700/ }).check()
      await button(sheet, said.save).click()
      await expect(sheet).toHaveCount(0)
      await page.getByRole('button', { name: said.down }).click()
      const order = async () => (await person.call(calls.watchGroups.list, {})).map(({ name }) => name)
      await expect.poll(order).toEqual(['Asia', 'Tech'])

      await page.goto('/#/pages/watchlist/index')
      await page.getByRole('radio', { name: 'Asia' }).check()
      await expect(codes).toHaveCount(1)
      await page.getByRole('radio', { name: 'Tech' }).check()
      await expect(codes).toHaveCount(2)
      await page.getByRole('radio', { name: said.all, exact: true }).check()
      await expect(codes).toHaveCount(3)

      await page.goto('/#/pages/watchlist/group')
      await page.getByRole('button', { name: /^Asia/ }).click()
      await button(sheet, said.remove).click()
      await button(page.getByRole('alertdialog'), said.remove).click()
      await expect(page.getByRole('button', { name: /^Asia/ })).toHaveCount(0)
      await expect.poll(order).toEqual(['Tech'])
    })
  })

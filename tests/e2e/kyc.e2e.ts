import { Buffer } from 'node:buffer'
import { calls } from '@mex/contract/areas.ts'
import type { Person } from '@mex/world/person.ts'

import { expect, openTab, serverUrl, test, violationsOf, type Page } from './journey.ts'
import { handIn, useSpecimens } from './kyc-steps.ts'
import { openRegistered, signInAs } from './trader.ts'
import { languagesOf } from './words.ts'

const address = '/#/pages/kyc/individual'

for (const language of languagesOf(import.meta.filename))
  test.describe(language, () => {
    test.use({ language })
    test('a user submits practice documents from the Account tab and sees the review', async ({ page, words }) => {
      await signInAs(page, await openRegistered())
      await page.goto('/')
      await openTab(page, words, 'account')
      await page.getByRole('link', { name: words.identityVerification }).last().tap()
      await page.getByRole('button', { name: words.continue }).tap()
      await expect(page.getByText(words.enterName)).toBeVisible()
      await page.getByRole('button', { name: words.persona }).tap()
      const name = await page.getByRole('textbox', { name: words.firstName }).inputValue()
      expect(name).not.toBe('')
      await page.reload()
      await expect(page.getByRole('textbox', { name: words.firstName }), 'the draft is kept').toHaveValue(name)
      await page.getByRole('button', { name: words.continue }).tap()
      await page.getByRole('button', { name: words.continue }).tap()
      await expect(page.getByText(words.uploadImage)).toHaveCount(2)
      await useSpecimens(page, words, 2)
      expect(await violationsOf(page)).toEqual([])
      await page.getByRole('button', { name: words.continue }).tap()
      await expect(page.getByText(name, { exact: true })).toBeVisible()
      expect(await violationsOf(page)).toEqual([])
      await page.getByRole('button', { name: words.submitForReview }).tap()
      await expect(page.getByRole('heading', { name: words.underReview })).toBeVisible()
      await expect(page.getByRole('timer')).toContainText(words.expectedIn)
      expect(await violationsOf(page)).toEqual([])
      await page.goto('/#/pages/profile/index')
      await expect(page.getByText(words.underReview)).toBeVisible()
    })
  })

test('identity verification asks a guest to register first', async ({ page, words }) => {
  await page.goto(address)
  await page.getByRole('button', { name: words.tryItNow }).first().tap()
  await expect(page.getByRole('heading', { name: 'Register first' })).toBeVisible()
})

/** Expects the step, with the focus on its heading, as a screen-reader user needs after a change of steps. */
const expectStep = async (page: Page, name: string): Promise<void> => {
  await expect(page.getByRole('heading', { level: 2, name, exact: true })).toBeFocused()
  await expect(page.locator('[aria-current=step]')).toHaveText(name)
}

test('Back and Forward move between the steps and keep the pictures; a reload keeps the texts and lists the lost pictures', async ({
  page,
  words,
}) => {
  await signInAs(page, await openRegistered())
  await page.goto('/')
  await openTab(page, words, 'account')
  await page.getByRole('link', { name: words.identityVerification }).last().tap()
  await page.getByRole('button', { name: words.persona }).tap()
  const firstName = page.getByRole('textbox', { name: words.firstName })
  const name = await firstName.inputValue()
  await page.getByRole('button', { name: words.continue }).tap()
  await expectStep(page, 'Document')
  const number = page.getByRole('textbox', { name: 'Document number' })
  await number.fill('SIMBACK123')
  await useSpecimens(page, words, 2)
  await page.getByRole('button', { name: words.continue }).tap()
  await expectStep(page, 'Review')

  await page.goBack()
  await expectStep(page, 'Document')
  await expect(page.getByText(words.uploaded, { exact: true }), 'the pictures are kept').toHaveCount(2)
  await expect(page.getByRole('img', { name: /image$/i })).toHaveCount(2)
  await page.goBack()
  await expectStep(page, 'Details')
  await expect(firstName).toHaveValue(name)
  await page.goForward()
  await expectStep(page, 'Document')
  await page.goForward()
  await expectStep(page, 'Review')
  await page.getByRole('button', { name: 'Change' }).first().tap()
  await expectStep(page, 'Details')
  await page.goForward()
  await expectStep(page, 'Document')

  await page.reload()
  await expectStep(page, 'Document')
  await expect(number).toHaveValue('SIMBACK123')
  const lost = page.getByRole('note').getByRole('listitem')
  await expect(lost).toHaveText(['Front image', 'Back image'], { ignoreCase: true })
  expect(await violationsOf(page)).toEqual([])
  await page.goForward()
  await expectStep(page, 'Document')
  await expect(page).toHaveURL(/step=document$/)
  await useSpecimens(page, words, 2)
  await expect(lost).toHaveCount(0)
  await page.getByRole('button', { name: words.continue }).tap()
  await expectStep(page, 'Review')
  await page.getByRole('button', { name: 'Back one step' }).tap()
  await expectStep(page, 'Document')
  await page.getByRole('button', { name: words.continue }).tap()
  await page.getByRole('button', { name: words.submitForReview }).tap()
  await expect(page.getByRole('heading', { name: words.underReview })).toBeVisible()
  await expect(page, 'the steps have left the URL').toHaveURL(/individual$/)
  await page.goBack()
  await expect(page).toHaveURL(/profile\/index/)
})

test('a URL of a later step opens the first incomplete step, and Back goes to the step before', async ({
  page,
  words,
}) => {
  await signInAs(page, await openRegistered())
  await page.goto(`${address}?step=review`)
  await expect(page.getByRole('textbox', { name: words.firstName })).toBeVisible()
  await expect(page).toHaveURL(/individual$/)
  await expect(page.locator('[aria-current=step]')).toHaveText('Details')
  await page.getByRole('button', { name: words.persona }).tap()
  await page.goto('/#/pages/profile/index')
  await page.goto(`${address}?step=review`)
  await expectStep(page, 'Document')
  await expect(page).toHaveURL(/step=document$/)
  await page.goBack()
  await expectStep(page, 'Details')
  await page.goBack()
  await expect(page).toHaveURL(/profile\/index/)
})

/** An unreadable picture of one colour. */
const blank = async (page: Page): Promise<Buffer> => {
  const text = await page.evaluate(() => {
    const canvas = document.createElement('canvas')
    canvas.width = 800
    canvas.height = 500
    return canvas.toDataURL('image/png')
  })
  return Buffer.from(text.slice(text.indexOf(',') + 1), 'base64')
}

test('the page refuses photos that are too large, blank or too small without uploading them', async ({
  page,
  words,
  faults,
}) => {
  // Playwright's recorder reads the chosen files from the page, which the page's own policy forbids.
  faults.expectAlso(/Connecting to 'blob:|connect-src forbids blob/)
  await signInAs(page, await openRegistered())
  await page.goto(address)
  await page.getByRole('button', { name: words.persona }).tap()
  await page.getByRole('button', { name: words.continue }).tap()
  let uploads = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/upload')) uploads += 1
  })
  const front = page.getByLabel('Front image')
  await front.setInputFiles({ name: 'large.png', mimeType: 'image/png', buffer: Buffer.alloc(6 * 1024 * 1024) })
  await expect(page.getByText('The size cannot exceed 5M')).toBeVisible()
  await front.setInputFiles({ name: 'blank.png', mimeType: 'image/png', buffer: await blank(page) })
  await expect(page.getByText('This picture is blurred or empty.', { exact: false })).toBeVisible()
  const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg=='
  await front.setInputFiles({ name: 'small.png', mimeType: 'image/png', buffer: Buffer.from(pixel, 'base64') })
  await expect(page.getByText('This picture is too small', { exact: false })).toBeVisible()
  expect(uploads, 'no photo was uploaded').toBe(0)
  await page.getByRole('button', { name: 'Remove' }).tap()
  await page.getByRole('button', { name: words.specimen }).first().tap()
  await expect(page.getByText(words.uploaded, { exact: true })).toBeVisible()
  expect(uploads).toBe(1)
})

/** Submits documents with an unreadable picture over HTTP. */
async function handInUnreadable(person: Person): Promise<void> {
  const pixel =
    'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg=='
  const image = await person.call(calls.files.uploadText, { file: pixel })
  await person.call(calls.kyc.submit, {
    firstName: 'Paula',
    lastName: 'Practice',
    country: 'MX',
    documentType: 'passport',
    documentNumber: 'SIMJOURNEY1',
    passportImage: image,
  })
}

test('the review result appears by itself: verified opens block trading, a refusal asks for the pictures again', async ({
  page,
  words,
  browser,
}) => {
  // The review decides after two minutes of market time, which runs at wall-clock speed here.
  test.setTimeout(300_000)
  const decided = { timeout: 180_000 }
  const other = await openRegistered()
  await handInUnreadable(other)
  await signInAs(page, await openRegistered())
  await page.goto(address)
  await handIn(page, words)
  await expect(page.getByRole('heading', { name: 'Verified' })).toBeVisible(decided)
  await expect(page.getByRole('button', { name: 'Apply for activation' })).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
  await page.goto('/#/pages/profile/index')
  const permission = page.getByRole('button', { name: /^Block trading/ })
  await expect(permission).toContainText('not open')
  await permission.tap()
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('button', { name: 'Apply for activation' }).tap()
  await expect(sheet.getByText('Please confirm that you have understood the risk')).toBeVisible()
  await sheet.getByRole('checkbox').check()
  await sheet.getByRole('button', { name: 'Apply for activation' }).tap()
  await expect(sheet.getByText(words.underReview)).toBeVisible()
  await expect(sheet.getByRole('timer')).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
  await page.goBack()
  await expect(sheet).toHaveCount(0)
  await expect(permission).toContainText('under review')

  const second = await browser.newPage({ baseURL: serverUrl(), viewport: { width: 390, height: 844 }, hasTouch: true })
  await signInAs(second, other)
  await second.goto(address)
  await expect(second.getByText('Reason: the picture could not be read.')).toBeVisible(decided)
  await expect(second.getByRole('textbox')).toHaveCount(0)
  expect(await violationsOf(second)).toEqual([])
  await useSpecimens(second, words, 1)
  await second.getByRole('button', { name: words.submitForReview }).tap()
  await expect(second.getByRole('heading', { name: words.underReview })).toBeVisible()
  await expect(second.getByText('Paula Practice')).toBeVisible()
  await second.close()
})

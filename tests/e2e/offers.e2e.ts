import { expect, test } from './journey.ts'
import { openGuest, signInAs } from './trader.ts'

const share = 'name=WALMEX&code=WALMEX&source=0&market=MX'

test('a share that cannot be sold short offers only Buy, even when the link asks for a short', async ({ page }) => {
  await signInAs(page, await openGuest())
  await page.goto(`/#/pages/quote/stock?${share}`)
  await expect(page.getByRole('link', { name: 'Buy / Long' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Sell / Short' })).toHaveCount(0)
  await page.goto(`/#/pages/payment/stock?${share}&direction=1`)
  await expect(page.getByRole('radio', { name: 'Buy / Long' })).toBeChecked()
  await expect(page.getByRole('radio', { name: 'Sell / Short' })).toBeDisabled()
  await expect(page.getByText('it cannot be sold short')).toBeVisible()
  // A share that can be sold short still offers it.
  await page.goto('/#/pages/payment/stock?name=AAPL&code=AAPL&source=0&market=US&direction=1')
  await expect(page.getByRole('radio', { name: 'Sell / Short' })).toBeChecked()
})

test('the registration form suggests the states of the chosen country, and accepts any other text', async ({
  page,
}) => {
  await page.goto('/#/pages/auth/registerindividual')
  const state = page.locator('[name="stateProvince"]')
  await expect(state).toBeVisible()
  await expect(page.locator('datalist')).toHaveCount(0)
  await page.locator('[name="country"]').selectOption('MX')
  await expect(page.locator('datalist option')).toHaveCount(32)
  await expect(state).toHaveAttribute('list', (await page.locator('datalist').getAttribute('id')) ?? '')
  await page.locator('[name="country"]').selectOption('MC')
  await expect(page.locator('datalist')).toHaveCount(0)
  await state.fill('Monte Carlo')
  await expect(state).toHaveValue('Monte Carlo')
})

import { expect, type Page } from './journey.ts'
import type { Words } from './words.ts'

/** Uses a specimen for each of the `count` missing pictures. */
export async function useSpecimens(page: Page, words: Words, count: number): Promise<void> {
  for (let each = 1; each <= count; each += 1) {
    await page.getByRole('button', { name: words.specimen }).first().tap()
    await expect(page.getByText(words.uploaded, { exact: true })).toHaveCount(each)
  }
}

/** Submits the documents of a practice persona. */
export async function handIn(page: Page, words: Words): Promise<void> {
  await page.getByRole('button', { name: words.persona }).tap()
  await page.getByRole('button', { name: words.continue }).tap()
  await useSpecimens(page, words, 2)
  await page.getByRole('button', { name: words.continue }).tap()
  await page.getByRole('button', { name: words.submitForReview }).tap()
  await expect(page.getByRole('heading', { name: words.underReview })).toBeVisible()
}

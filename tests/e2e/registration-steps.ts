import { randomUUID } from 'node:crypto'

import type { Page } from './journey.ts'
import type { Texts } from './security-words.ts'

export const password = 'practice-makes-4'
/** An email address that no earlier run has used on this server. */
export const newEmail = (): string => `${randomUUID().slice(0, 8)}@example.org`

export const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, ...(typeof name === 'string' ? { exact: true } : {}) }).tap()

/** Requests a code and fills it in. */
export async function enterCode(page: Page, t: Texts): Promise<void> {
  await press(page, t.sendCode)
  await press(page, t.fillCode)
}

/** Fills in the fields that all registration forms share: email, code, password twice, consent. */
export async function fillIn(page: Page, t: Texts, email: string, secret = password): Promise<void> {
  await page.getByRole('textbox', { name: t.email, exact: true }).fill(email)
  await enterCode(page, t)
  await page.getByLabel(t.password, { exact: true }).fill(secret)
  await page.getByLabel(t.again).fill(secret)
  await page.getByRole('checkbox', { name: new RegExp(t.agree) }).check()
}

import { expect, type Locator, type Page } from '@playwright/test'

/** A button by its accessible name. */
export const button = (place: Page | Locator, name: string): Locator => place.getByRole('button', { name, exact: true })
export const field = (place: Page | Locator, name: string): Locator => place.getByRole('textbox', { name, exact: true })
/** A field without a role, by its label: a password or a file input. */
export const secret = (place: Page | Locator, name: string): Locator => place.getByLabel(name, { exact: true })

/** An input method: touch, or keyboard alone. */
export type InputMethod = {
  readonly press: (what: Locator) => Promise<void>
  /** Selects a radio button of a group. */
  readonly choose: (what: Locator) => Promise<void>
  readonly type: (field: Locator, text: string) => Promise<void>
}

export const touchInput: InputMethod = {
  press: (what) => what.tap(),
  choose: (what) => what.check(),
  type: (field, text) => field.fill(text),
}

/** More than the focusable elements of any page. */
const stopsMax = 250

const isFocused = (what: Locator): Promise<boolean> => what.evaluate((element) => element === document.activeElement)

/** Keyboard input: Tab moves the focus, Enter presses, arrow keys select inside a group. */
export function keyboardInput(page: Page): InputMethod {
  const { keyboard } = page
  async function goTo(what: Locator): Promise<void> {
    await expect(what).toBeEnabled()
    for (let stop = 0; stop < stopsMax; stop++) {
      if (await isFocused(what)) {
        expect(await what.evaluate((element) => element.matches(':focus-visible'))).toBe(true)
        return
      }
      await keyboard.press('Tab')
    }
    throw new Error(`The Tab key never reaches ${String(what)}`)
  }
  return {
    async press(what) {
      await goTo(what)
      await keyboard.press('Enter')
    },
    async choose(what) {
      const group = page.getByRole('radio').and(page.locator(`[name="${await what.getAttribute('name')}"]`))
      if (await what.isChecked()) return
      const isChosen = (await group.and(page.getByRole('radio', { checked: true })).count()) > 0
      // Tab stops at the selected radio button, or at the first one when none is selected.
      await goTo(isChosen ? group.and(page.getByRole('radio', { checked: true })) : group.first())
      if (!isChosen) await keyboard.press('Space')
      for (let stop = 0; stop < stopsMax && !(await what.isChecked()); stop++) await keyboard.press('ArrowRight')
      await expect(what).toBeChecked()
    },
    async type(field, text) {
      await goTo(field)
      await keyboard.press('ControlOrMeta+A')
      await keyboard.type(text)
    },
  }
}

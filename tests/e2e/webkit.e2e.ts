import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { freePort } from '@mex/server/testing.ts'
import { Builder, By, error, until, type WebDriver, type WebElement } from 'selenium-webdriver'

import { expect, serverUrl, test } from './journey.ts'
import { languagesOf, wordsOf } from './words.ts'

/**
 * WebKit as Debian builds it, which is the engine of Safari; `npm test` provides it where it can. Playwright drives only its own
 * build. The browser has no headless mode, so it gets a display in memory.
 */
const driverPath = '/usr/bin/WebKitWebDriver'
const browserPath = '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser'
const displayPath = '/usr/bin/xvfb-run'
const isInstalled = [driverPath, browserPath, displayPath].every(existsSync)

/** Runs the browser, and ends it with everything that it started. */
async function withWebKit(work: (driver: WebDriver) => Promise<void>): Promise<void> {
  const port = await freePort()
  const running = spawn(displayPath, ['-a', driverPath, `--port=${port}`], { stdio: 'ignore', detached: true })
  try {
    await expect(async () => void (await fetch(`http://127.0.0.1:${port}/status`))).toPass({ timeout: 20_000 })
    const driver = await new Builder()
      .usingServer(`http://127.0.0.1:${port}`)
      .withCapabilities({
        browserName: 'MiniBrowser',
        'webkitgtk:browserOptions': { binary: browserPath, args: ['--automation'] },
      })
      .build()
    try {
      await work(driver)
    } finally {
      await driver.quit()
    }
  } finally {
    if (running.pid !== undefined) process.kill(-running.pid)
  }
}

const waitMost = 30_000

/** Whether an element took a click: one that is drawn anew, or is not in its place yet, does not. */
const clicked = (element: WebElement): Promise<boolean> =>
  element.click().then(
    () => true,
    (failure: unknown) => {
      if (
        failure instanceof error.ElementNotInteractableError ||
        failure instanceof error.ElementClickInterceptedError ||
        failure instanceof error.StaleElementReferenceError
      )
        return false
      throw failure
    },
  )

/** Presses and types like a person, by XPath. */
const userOf = (driver: WebDriver) => {
  const find = async (path: string) => {
    const element = await driver.wait(until.elementLocated(By.xpath(path)), waitMost, path)
    return driver.wait(until.elementIsVisible(element), waitMost, path)
  }
  return {
    find,
    press: (path: string) => driver.wait(async () => clicked(await find(path)), waitMost, path),
    type: async (path: string, text: string) => (await find(path)).sendKeys(text),
  }
}

const dialog = '//*[@role="dialog"]'
const saying = (text: string): string => `[normalize-space()="${text}"]`

for (const language of languagesOf(import.meta.filename)) {
  test(`a first trade in WebKit, ${language}`, async () => {
    test.skip(!isInstalled, 'No WebKit is installed: install webkit2gtk-driver and xvfb')
    test.setTimeout(180_000)
    const words = wordsOf(language)
    await withWebKit(async (driver) => {
      const { find, press, type } = userOf(driver)
      await driver.manage().window().setRect({ width: 390, height: 844 })
      await driver.get(`${serverUrl()}/`)
      await driver.executeScript('localStorage.setItem("mex.language", arguments[0])', language)
      await driver.navigate().refresh()
      await press(`//button${saying(words.tryItNow)}`)
      // The page of a guest takes the place of that of a visitor, with all its links.
      await find(`//main//a[contains(@href, "deposit")]`)
      await press(`//a[@aria-label="${words.search}"]`)
      await type('//input[@type="search"]', words.apple)
      await press('//main//a[contains(@href, "code=AAPL")]')
      await press(`//a${saying(words.buyLong)}`)
      await type(`${dialog}//input[@inputmode]`, '10')
      await press(`${dialog}//button${saying(words.reviewOrder)}`)
      await press(`${dialog}//button${saying(words.placeOrder)}`)
      // Before the fill the link leads to the working orders.
      await find(`${dialog}//h2${saying(words.filled)}`)
      await press(`${dialog}//a${saying(words.viewInTrade)}`)
      await find('//main//li[contains(., "10 @")]')
      expect(await driver.executeScript('return document.documentElement.lang')).toBe(language)
      const overflow = await driver.executeScript('return document.documentElement.scrollWidth - innerWidth')
      expect(overflow).toBeLessThanOrEqual(0)
    })
  })
}

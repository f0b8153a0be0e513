import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { test as funding } from './funding-steps.ts'
import { inspectedLooks, type Looks } from './inspect.ts'
import { settle, test, type Page } from './journey.ts'
import { openOwner } from './owner.ts'
import { openScene, scenes, type Scene, type Viewer } from './scenes.ts'
import { openBusyTrader, openRegistered, signInAs } from './trader.ts'
import type { Words } from './words.ts'

/**
 * Takes a picture of every scene at five widths of a window, for people who look at them: it finds no faults itself.
 * Played only with `LOOKS`, the folder for the pictures; what is there already is not taken again. `WIDTHS` and `SCENES`
 * choose some of them, `CLOCK_START` the time of the market.
 */
const folder = process.env['LOOKS'] ?? ''
const heights = new Map([
  [360, 740],
  [390, 844],
  [768, 1024],
  [1024, 900],
  [1440, 900],
])
const widths = (process.env['WIDTHS'] ?? [...heights.keys()].join(',')).split(',').map(Number)
const chosen = new RegExp(process.env['SCENES'] ?? '.')

const use = ({ language, theme }: Looks) => ({
  language,
  colorScheme: theme,
  contextOptions: { reducedMotion: 'reduce' as const },
})

type Seen = { readonly page: Page; readonly words: Words; readonly look: Looks; readonly positionId?: number }

async function photograph(scene: Scene, width: number, { page, words, look, positionId = 0 }: Seen): Promise<void> {
  const path = join(folder, `${scene.name}-${width}-${look.language}.png`)
  if (existsSync(path)) return
  await page.setViewportSize({ width, height: heights.get(width) ?? 900 })
  // Tabs are kept once they have been open, and several routes are one page in a wide window: their titles would stay marked.
  await page.goto('about:blank')
  await openScene(page, scene, positionId, words)
  await settle(page)
  // Charts and lines of rows are painted some frames after their data.
  await page.waitForTimeout(400)
  await page.screenshot({ path })
}

/** A scene that cannot be opened at a width, as a form that is no page in the desk, is named, and the others are taken. */
async function photographAll(seenBy: Viewer, seen: Seen): Promise<void> {
  seen.page.setDefaultTimeout(8000)
  const wanted = scenes.filter((scene) => scene.seenBy === seenBy && chosen.test(scene.name))
  for (const width of widths)
    for (const scene of wanted)
      await photograph(scene, width, seen).catch((error: unknown) =>
        console.error(`${scene.name} at ${width}, ${seen.look.language}: ${String(error).split('\n')[0]}`),
      )
}

const minutes = 60_000

for (const look of inspectedLooks) {
  test.describe(`${look.language}, ${look.theme}`, () => {
    test.use(use(look))
    test.setTimeout(30 * minutes)
    test('as a visitor', async ({ page, words, faults }) => {
      faults.expectAlso(/./)
      await photographAll('visitor', { page, words, look })
    })
    test('as a guest who trades', async ({ page, words, faults }) => {
      faults.expectAlso(/./)
      const { person, positionId } = await openBusyTrader()
      await signInAs(page, person)
      await photographAll('trader', { page, words, look, positionId })
    })
    test('as a newcomer', async ({ page, words, faults }) => {
      faults.expectAlso(/./)
      await signInAs(page, await openRegistered())
      await photographAll('newcomer', { page, words, look })
    })
  })
  funding.describe(`${look.language}, ${look.theme}`, () => {
    funding.use(use(look))
    funding.setTimeout(30 * minutes)
    funding('as an owner', async ({ page, words, server, faults }) => {
      faults.expectAlso(/./)
      await signInAs(page, await openOwner(server.url))
      await photographAll('owner', { page, words, look })
    })
  })
}

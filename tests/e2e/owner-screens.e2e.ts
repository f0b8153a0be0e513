import { test } from './funding-steps.ts'
import { inspect, inspectedLooks } from './inspect.ts'
import { openOwner } from './owner.ts'
import { openScene, scenes } from './scenes.ts'
import { signInAs } from './trader.ts'

for (const { language, theme } of inspectedLooks) {
  test.describe(`${language}, ${theme}`, () => {
    test.use({ language, colorScheme: theme })

    test('screens pass the inspection as a user with cards, deposits and withdrawals', async ({
      page,
      words,
      server,
    }) => {
      test.setTimeout(180_000)
      await signInAs(page, await openOwner(server.url))
      for (const scene of scenes.filter(({ seenBy }) => seenBy === 'owner')) {
        await test.step(scene.name, async () => {
          await openScene(page, scene, 0, words)
          await inspect(page, scene, { language, theme }, words)
        })
      }
    })
  })
}

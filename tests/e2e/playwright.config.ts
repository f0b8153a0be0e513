import { defineConfig } from '@playwright/test'

/** Journeys that wait minutes for a hurried market: mostly idle, they have a worker of their own beside those of the others. */
const long = ['bonds', 'follow', 'new-issue-draw', 'placing-draw', 'quantify', 'robots'].map(
  (name) => `**/${name}.e2e.ts`,
)

/** Pictures for people, taken only when somebody asks for them. */
const looks = '**/looks.e2e.ts'

/** A worker may start servers of its own: two times three of them would leave none of them enough of a small machine. */
const shortWorkers = Number(process.env['SERVERS'] ?? 1) > 1 ? 1 : 2

/** Journeys in a real browser with a phone-sized window, against the real server. */
export default defineConfig({
  testDir: '.',
  projects:
    process.env['LOOKS'] === undefined
      ? [
          { name: 'long', testMatch: long, workers: 1 },
          { name: 'short', testMatch: '**/*.e2e.ts', testIgnore: [...long, looks], workers: shortWorkers },
        ]
      : [{ name: 'looks', testMatch: looks, workers: 2 }],
  outputDir: 'test-results/failures',
  globalSetup: './open-server.ts',
  timeout: 60_000,
  expect: { timeout: 10_000 },
  fullyParallel: true,
  workers: 3,
  // A flaky journey has a fault, in the product or in itself: it is never repeated beside the others. `npm test` plays a few
  // failed ones once more, alone, and says so.
  retries: 0,
  reporter: [['list']],
  reportSlowTests: { max: 15, threshold: 60_000 },
  use: {
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 1,
    hasTouch: true,
    locale: 'en-US',
    timezoneId: 'America/Mexico_City',
    contextOptions: { reducedMotion: 'reduce' },
    // The service worker fetches every file of the page: a tenth of a journey's time, and only some journeys are about it.
    serviceWorkers: 'block',
    // Tracing costs a fifth of the processor time, so it is only done when asked for.
    trace: process.env['E2E_TRACE'] === 'on' ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--no-first-run',
      ],
    },
  },
})

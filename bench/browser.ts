import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium, type Browser, type CDPSession } from 'playwright-core'
import { root } from './measured-server.ts'

/** A phone of the middle class. */
export const viewport = { width: 390, height: 844 }
/** How many times slower its processor is than that of this machine. */
export const processorFactor = 4

export const throttleProcessor = (session: CDPSession): Promise<unknown> =>
  session.send('Emulation.setCPUThrottlingRate', { rate: processorFactor })

/** The path of an installed Chromium. Errors: none is installed. */
export function browserPath(): string {
  const known = [process.env['CHROMIUM'], '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
  const found = [...known, chromium.executablePath()].find((path) => path !== undefined && existsSync(path))
  if (found === undefined) throw new Error('No Chromium is installed: name one in CHROMIUM')
  return found
}

export const openBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: browserPath(),
    args: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })

/** Builds the page if the build is missing or stale. */
export function buildPage(): void {
  const program = `import { buildWeb } from './tools/web-build.ts'; await buildWeb()`
  execFileSync(process.execPath, ['--input-type=module', '--eval', program], { cwd: root, stdio: 'inherit' })
}

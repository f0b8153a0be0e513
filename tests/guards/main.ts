import { spawn } from 'node:child_process'
import { join } from 'node:path'
import type { Guard } from './guard.ts'
import { guards } from './guards.ts'
import { openTree, type Tree } from './tree.ts'

type Run = { readonly passed: number; readonly failed: readonly string[] }

const mostMilliseconds = 600_000

/** The number of passed tests in the output of Node's runner and of Playwright. */
const passedCounts = [/^ℹ pass (\d+)$/m, /^ *(\d+) passed \(/m]
/** The title of a failed test. Of a journey it is the last part: `✘  3 halt.e2e.ts:70:5 › zh-CN › title (9.5s)`. */
const failure = /^ *(?:✖ (.*?) \(\d[\d.]*ms\)|✘ .* › (.*?) \(\d[\d.]*(?:ms|s|m)\))/gm

/** Runs test files in the copy with a separate database server; returns the titles that failed. */
function runTests({ folder }: Tree, files: readonly string[]): Promise<Run> {
  return new Promise((done, fail) => {
    const child = spawn(process.execPath, [join(folder, 'tools', 'test.ts'), ...files], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, TEST_DATABASE_URL: undefined },
      timeout: mostMilliseconds,
    })
    let output = ''
    child.stdout.on('data', (chunk) => (output += String(chunk)))
    child.stderr.on('data', (chunk) => (output += String(chunk)))
    child.on('error', fail)
    child.on('exit', () => {
      const passed = passedCounts.reduce((sum, pattern) => sum + Number(pattern.exec(output)?.[1] ?? 0), 0)
      const failed = Array.from(output.matchAll(failure), ([, ofNode, ofBrowser]) => ofNode ?? ofBrowser ?? '')
      done({ passed, failed: [...new Set(failed)] })
    })
  })
}

type Verdict = { readonly guard: Guard; readonly caught: boolean; readonly why: string }

async function judge(tree: Tree, guard: Guard): Promise<Verdict> {
  const { passed, failed } = await tree.without(guard, () => runTests(tree, [guard.test]))
  const named = failed.find((title) => title.includes(guard.fails))
  if (named !== undefined) return { guard, caught: true, why: named }
  if (failed.length > 0 && passed === 0)
    return { guard, caught: false, why: 'no test ran: the removal breaks the program' }
  return {
    guard,
    caught: false,
    why: failed.length === 0 ? 'no test failed' : `only other tests failed: ${failed.join(', ')}`,
  }
}

/**
 * Removes the guards whose name contains `wanted`, one by one, and runs the test that must fail without each. Returns
 * whether every removal was caught.
 */
export async function provesGuards(wanted: string): Promise<boolean> {
  const chosen = guards.filter(({ name }) => name.includes(wanted))
  await using tree = await openTree()
  const files = [...new Set(chosen.map(({ test }) => test))]
  console.log(`${chosen.length} guards, ${files.length} test files; first run: all tests with every guard in place`)
  const whole = await runTests(tree, files)
  if (whole.failed.length > 0 || whole.passed === 0) {
    console.log(`Tests fail before any guard is removed: ${whole.failed.join(', ')}`)
    return false
  }
  const verdicts: Verdict[] = []
  for (const guard of chosen) {
    const verdict = await judge(tree, guard)
    verdicts.push(verdict)
    console.log(`${verdict.caught ? 'caught' : 'NOT CAUGHT'}  ${guard.name}: ${verdict.why}`)
  }
  const missed = verdicts.filter(({ caught }) => !caught)
  console.log(`${verdicts.length - missed.length} of ${verdicts.length} removals were caught by the named test`)
  return missed.length === 0
}

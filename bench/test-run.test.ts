import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { filesWith } from './chaos.ts'
import { figuresTold, runTests } from './test-run.ts'

const folder = await mkdtemp(join(tmpdir(), 'mex-test-run-'))
after(() => rm(folder, { recursive: true }))
// Node runs no tests within tests as long as this says that it does.
delete process.env['NODE_TEST_CONTEXT']

async function runSource(source: string) {
  const file = join(folder, 'some.test.ts')
  await writeFile(file, `import { describe, test } from 'node:test'\n${source}`)
  let shown = ''
  const { passed, all, told } = await runTests(file, (text) => (shown += text))
  return { passed, all, told, shown }
}

test('tells how many tests of a file passed, and which lines each of them told', async () => {
  const { passed, all, told, shown } = await runSource(`
    test('is right', (context) => context.diagnostic('led again after 812 ms'))
    describe('together', () => {
      test('is wrong', (context) => {
        context.diagnostic('3 lost events')
        throw new Error('broken')
      })
    })`)
  assert.deepEqual([passed, all], [1, 2])
  assert.deepEqual(told, [
    { test: 'is right', text: 'led again after 812 ms' },
    { test: 'is wrong', text: '3 lost events' },
  ])
  assert.match(shown, /✔ is right/)
})

test('does not count a test as passed that was skipped or still to be written', async () => {
  const { passed, all } = await runSource(`
    test('needs another machine', { skip: 'install it' }, () => undefined)
    test('is not there yet', { todo: true }, () => undefined)`)
  assert.deepEqual([passed, all], [0, 2])
})

test('counts a file that cannot be read as a test that failed', async () => {
  const { passed, all } = await runSource('throw new Error("broken")')
  assert.deepEqual([passed, all], [0, 1])
})

test('takes an amount from each part of a line, and with its unit where there are several', () => {
  const figures = figuresTold([
    { test: 'opens', text: '640 sockets opened in 1,203 ms' },
    { test: 'ends', text: 'commands: 812 done, 3 refused' },
    { test: 'grows', text: '10 days done' },
    { test: 'grows', text: '12.5 days done\nnothing else' },
  ])
  assert.deepEqual(figures, [
    { name: 'opens: 640 sockets opened in', value: 1203, unit: 'ms' },
    { name: 'ends: commands: … done', value: 812, unit: '' },
    { name: 'ends: … refused', value: 3, unit: '' },
    { name: 'grows: … days done', value: 12.5, unit: '' },
  ])
})

test('replaces all figures of a file that was run, and keeps those of the others', () => {
  const figure = (name: string, value: number) => ({ name, value, unit: '' })
  const passedOf = (file: string, value: number, all: number) => ({
    ...figure(`\`${file}\``, value),
    beside: { name: 'of', value: all, ratio: value / all },
  })
  const last = [passedOf('a', 1, 1), figure('`a`: gone', 5), passedOf('b', 2, 2), figure('`removed`', 1)]
  assert.deepEqual(filesWith(last, new Map([['a', [passedOf('a', 1, 3)]]]), ['a', 'b']), [
    figure('tests that passed', 3),
    { ...figure('tests that did not pass', 2), target: { atMost: 0 } },
    passedOf('a', 1, 3),
    passedOf('b', 2, 2),
  ])
})

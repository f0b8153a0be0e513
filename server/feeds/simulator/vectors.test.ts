import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { stripTypeScriptTypes } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { dayNumber } from '@mex/core/time-zone.ts'
import { chachaBlock } from './chacha.ts'
import { openVectorWorld, vectorHash } from './vector-hash.ts'

describe('vectors of the market model', () => {
  it('chacha20 gives the block of RFC 8439 §2.3.2', () => {
    const key = new Uint32Array(Uint8Array.from({ length: 32 }, (_, index) => index).buffer)
    const block = new Uint32Array(16)
    chachaBlock(key, 1, 0x09000000, 0x4a000000, 0, block)
    const words = Array.from(block, (word) => word.toString(16).padStart(8, '0')).join(' ')
    assert.equal(
      words,
      'e4e7f110 15593bd1 1fdd0f50 c47120a3 c7f4d1c7 0368c033 9aaa2204 4e6cd4c3 ' +
        '466482d2 09aa9f07 05d7c214 a2028bd9 d19c12b5 b94e16de e883d0cb 4e3c50a2',
    )
  })

  const single = [
    ['SPX', '2024-03-05', 900, 0, 591942626],
    ['US0', '2024-03-05', 900, 17, 358608074],
    ['HK3', '2024-03-05', 200, 32, 403932839],
    ['EURUSD', '2024-03-09', 61, 63, 26497805],
    ['BTC', '2024-03-10', 1439, 64, 662976469],
    ['CL', '2024-03-06', 870, 1, 296067148],
    ['USDHKD', '2024-03-06', 870, 1, 137619625],
  ] as const
  const world = openVectorWorld()
  for (const [code, date, minute, tick, log] of single) {
    it(`${code} on ${date} has the log price ${log} at minute ${minute}, tick ${tick}`, () => {
      const { blend } = world.byCode.get(code)!
      assert.equal(world.engine.logAt(blend, dayNumber(date), minute, tick), log)
    })
  }

  it('have the published fingerprint over 44,712 values', () => {
    assert.deepEqual(vectorHash(Infinity, '2024-02-02'), { values: 44_712, hash: 'c65a17060fc44734' })
  })

  it('are bit for bit the same without the JIT compiler', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'vectors-'))
    try {
      await writePlain(join(import.meta.dirname, 'vector-hash.ts'), folder)
      const call = `import { vectorHash } from './vector-hash.mjs'; console.log(vectorHash(8, '2024-01-03').hash)`
      await writeFile(join(folder, 'call.mjs'), call)
      const { stdout } = await promisify(execFile)(process.execPath, ['--jitless', join(folder, 'call.mjs')])
      assert.equal(stdout.trim(), vectorHash(8, '2024-01-03').hash)
    } finally {
      await rm(folder, { recursive: true })
    }
  })
})

const core = dirname(fileURLToPath(import.meta.resolve('@mex/core/assert.ts')))

/** Writes a module and its imports as plain JavaScript, because Node cannot strip types with `--jitless`. */
async function writePlain(file: string, folder: string, written = new Set<string>()): Promise<void> {
  if (written.has(file)) return
  written.add(file)
  const imports: string[] = []
  const plain = stripTypeScriptTypes(await readFile(file, 'utf8')).replaceAll(
    /from '(\.\/|@mex\/core\/|#)([\w/-]+)\.ts'/g,
    (_, place: string, name: string) => {
      imports.push(join(place === './' ? dirname(file) : core, `${name}.ts`))
      return `from './${basename(name)}.mjs'`
    },
  )
  await writeFile(join(folder, basename(file, '.ts') + '.mjs'), plain)
  for (const next of imports) await writePlain(next, folder, written)
}

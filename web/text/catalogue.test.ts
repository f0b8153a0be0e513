import assert from 'node:assert/strict'
import { test } from 'node:test'

import { openTexts, type LoadPart } from './catalogue.ts'

const settled = () => new Promise((done) => setImmediate(done))

/** Texts whose parts arrive when the test says so. */
function openSlowTexts() {
  const waiting = new Map<string, { readonly arrive: () => void; readonly fail: () => void }>()
  const load: LoadPart = (language, part) => {
    const { promise, resolve, reject } = Promise.withResolvers<Record<string, unknown>>()
    const sections = { [part]: `${part} in ${language}` }
    waiting.set(`${language}/${part}`, { arrive: () => resolve(sections), fail: () => reject(new Error('offline')) })
    return promise
  }
  const texts = openTexts(load)
  return {
    texts,
    waiting,
    arrive: async (...names: readonly string[]) => {
      for (const name of names) {
        const part = waiting.get(name)
        assert.ok(part !== undefined, `${name} was asked for`)
        waiting.delete(name)
        part.arrive()
      }
      await settled()
    },
    seen: () => {
      const shown = texts.shown()
      return shown === undefined ? undefined : { language: shown.language, texts: { ...shown.texts } }
    },
  }
}

test('shows the first language with the part that the first page needs', async () => {
  const { texts, arrive, seen, waiting } = openSlowTexts()
  let isReady = false
  void texts.need(['offerings']).then(() => (isReady = true))
  void texts.show('en')
  assert.deepEqual([...waiting.keys()], ['en/common', 'en/offerings'], 'both are fetched at once')
  await arrive('en/common')
  assert.equal(seen(), undefined)
  await arrive('en/offerings')
  assert.deepEqual(seen(), {
    language: 'en',
    texts: { common: 'common in en', offerings: 'offerings in en' },
  })
  assert.ok(isReady)
})

test('fetches a part once, and tells its listeners', async () => {
  const { texts, arrive, seen, waiting } = openSlowTexts()
  void texts.show('en')
  await arrive('en/common')
  let told = 0
  const stop = texts.subscribe(() => (told += 1))
  void texts.need(['kyc'])
  await settled()
  await arrive('en/kyc')
  await texts.need(['kyc'])
  assert.deepEqual(seen()?.texts, { common: 'common in en', kyc: 'kyc in en' })
  assert.equal(told, 1)
  assert.equal(waiting.size, 0)
  stop()
})

test('keeps the previous language until every part of the next one is there', async () => {
  const { texts, arrive, seen } = openSlowTexts()
  void texts.show('en')
  await arrive('en/common')
  void texts.show('zh-CN')
  let isReady = false
  void texts.need(['kyc']).then(() => (isReady = true))
  await arrive('zh-CN/common')
  assert.equal(seen()?.language, 'en')
  // The page asked for the part while the language was loading: it is there in both.
  await arrive('en/kyc')
  assert.ok(isReady)
  assert.deepEqual(seen(), { language: 'en', texts: { common: 'common in en', kyc: 'kyc in en' } })
  await arrive('zh-CN/common', 'zh-CN/kyc')
  assert.deepEqual(seen(), { language: 'zh-CN', texts: { common: 'common in zh-CN', kyc: 'kyc in zh-CN' } })
})

test('a part that arrives after another language is shown is not mixed into it', async () => {
  const { texts, arrive, seen, waiting } = openSlowTexts()
  void texts.show('en')
  await arrive('en/common')
  let isReady = false
  void texts.need(['kyc']).then(() => (isReady = true))
  await settled()
  const late = waiting.get('en/kyc')
  waiting.delete('en/kyc')
  void texts.show('zh-TW')
  await arrive('zh-TW/common', 'zh-TW/kyc')
  late?.arrive()
  await settled()
  assert.deepEqual(seen(), { language: 'zh-TW', texts: { common: 'common in zh-TW', kyc: 'kyc in zh-TW' } })
  assert.ok(isReady)
})

test('shows the language that was chosen last, whichever arrives first', async () => {
  const { texts, arrive, seen } = openSlowTexts()
  void texts.show('en')
  await arrive('en/common')
  void texts.show('zh-CN')
  void texts.show('zh-TW')
  await arrive('zh-TW/common')
  await arrive('zh-CN/common')
  assert.equal(seen()?.language, 'zh-TW')
})

test('a part that failed to load is asked for again', async () => {
  const { texts, arrive, seen, waiting } = openSlowTexts()
  void texts.show('en')
  await arrive('en/common')
  const first = texts.need(['kyc'])
  await settled()
  waiting.get('en/kyc')?.fail()
  await assert.rejects(first, /offline/)
  const second = texts.need(['kyc'])
  await settled()
  await arrive('en/kyc')
  await second
  assert.deepEqual(seen()?.texts, { common: 'common in en', kyc: 'kyc in en' })
})

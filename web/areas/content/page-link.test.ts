import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'

import { hrefOfPath } from './page-link.ts'

test('a path of the server becomes a link with the parameters that its page has', () => {
  assert.equal(hrefOfPath('/pages/trade/index?list=2&evil=1'), '#/pages/trade/index?list=2')
  assert.equal(hrefOfPath('/pages/setting/index'), '#/pages/setting/index')
  // oxlint-disable-next-line no-script-url -- the address that must not become a link
  for (const path of ['/pages/nowhere', 'https://example.org/', 'javascript:alert(1)', '', '//example.org', 'toString'])
    assert.equal(hrefOfPath(path), undefined, path)
})

test('every how-to of the help opens a page that exists, with parameters that it reads', () => {
  const file = new URL('../../../data/help/how-to.json', import.meta.url)
  const howTos = JSON.parse(readFileSync(file, 'utf8')) as readonly { slug: string; page: string }[]
  assert(howTos.length > 40)
  for (const { slug, page } of howTos) assert.equal(hrefOfPath(page), `#${page}`, slug)
})

import assert from 'node:assert/strict'
import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import staticFiles from '@fastify/static'
import { fastify } from 'fastify'
import { readSettings } from '#environment.ts'
import { serveTitled } from './titled-page.ts'

const web = join(import.meta.dirname, '..', '..', 'web')
let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mex-title-'))
  await copyFile(join(web, 'index.html'), join(folder, 'index.html'))
  await copyFile(join(web, 'public', 'manifest.webmanifest'), join(folder, 'manifest.webmanifest'))
})
after(() => rm(folder, { recursive: true, force: true }))

async function open(title: string) {
  const app = fastify()
  serveTitled(app, folder, title)
  await app.register(staticFiles, { root: folder })
  return app
}

test('the page and the web app manifest have the title of the server', async () => {
  await using app = await open('Class 7 & "B" <$&>')
  for (const address of ['/', '/index.html']) {
    const { body, headers } = await app.inject(address)
    assert(body.includes('<title>Class 7 &amp; &quot;B&quot; &lt;$&amp;&gt; (Practice)</title>'), body.slice(0, 900))
    assert(!body.includes('UBS'), address)
    assert.deepEqual([headers['content-type'], headers['cache-control']], ['text/html; charset=utf-8', 'no-cache'])
  }
  const manifest = await app.inject('/manifest.webmanifest')
  assert.equal((manifest.json() as { readonly name: string }).name, 'Class 7 & "B" <$&> (Practice)')
})

test('answers 304 to a browser that has the current page', async () => {
  await using app = await open('Class 7')
  const { headers } = await app.inject('/')
  const again = await app.inject({ url: '/', headers: { 'if-none-match': String(headers.etag) } })
  assert.deepEqual([again.statusCode, again.body], [304, ''])
})

test('with the default title the files are served as they were built', async () => {
  await using app = await open(readSettings({}).title)
  const { body } = await app.inject('/')
  assert(body.includes('<title>UBS MEX (Practice)</title>'))
})

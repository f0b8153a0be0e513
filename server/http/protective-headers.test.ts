import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'

import { protectiveHeaders } from './protective-headers.ts'

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** The sources of a directive of the policy for a page of the build. */
async function sourcesOf(page: string): Promise<(directive: string) => string | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'mex-policy-'))
  try {
    await writeFile(join(folder, 'index.html'), page)
    const policy = protectiveHeaders(folder)['content-security-policy'] ?? ''
    return (directive) => new RegExp(`(?:^|;)${directive} ([^;]*)`).exec(policy)?.[1]
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

test('the policy allows the inline script and the inline styles of the build by their hashes, and nothing else inline', async () => {
  const script = '{let a=1<2}'
  const style = 'p{margin:0}'
  const data = '<script type="application/json" id="list">{"a":1}</script>'
  const sources = await sourcesOf(
    `<style>${style}</style>${data}<script>${script}</script><script src="/a.js"></script>`,
  )
  assert.equal(sources('script-src'), `'self' ${hashOf(script)}`)
  assert.equal(sources('style-src'), `'self' ${hashOf(style)}`)
})

test('without a page nothing inline is allowed', () => {
  const policy = protectiveHeaders(undefined)['content-security-policy'] ?? ''
  assert.match(policy, /script-src 'self';style-src 'self';/)
})

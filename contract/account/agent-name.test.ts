import assert from 'node:assert/strict'
import { test } from 'node:test'

import { agentName } from './agent-name.ts'

test('reads browser and system from a user agent', () => {
  const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)'
  const cases: [agent: string, browser: string | undefined, system: string | undefined][] = [
    [`Mozilla/5.0 (X11; Linux x86_64) ${webkit} Chrome/140.0.0.0 Safari/537.36`, 'Chrome', 'Linux'],
    [`Mozilla/5.0 (Linux; Android 16; Pixel 9) ${webkit} Chrome/140.0.0.0 Mobile Safari/537.36`, 'Chrome', 'Android'],
    [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/140.0.0.0 Safari/537.36 Edg/140.0`, 'Edge', 'Windows'],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1 Version/19.0 Mobile Safari/604.1',
      'Safari',
      'iPhone',
    ],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 15.0; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox', 'macOS'],
    ['Mozilla/5.0 (X11; Linux x86_64)', undefined, 'Linux'],
    ['', undefined, undefined],
  ]
  for (const [agent, browser, system] of cases)
    assert.deepEqual(agentName(agent), { browser, system, program: undefined }, agent)
})

test('names a program that is no browser', () => {
  const names = ['node', 'undici', 'curl/8.14.1', 'python-requests/2.32 Linux'].map((agent) => agentName(agent).program)
  assert.deepEqual(names, ['Node.js', 'Node.js', 'curl', 'python-requests'])
})

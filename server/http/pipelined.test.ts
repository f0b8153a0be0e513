import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { after, before, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { post } from '@mex/contract/call.ts'
import { request } from '@mex/contract/request.ts'
import * as z from 'zod/mini'
import { openTestHttp, sendBytes } from './testing.ts'

/** Pipelined requests and connection resets. */

const slow = post('/slow', {
  about: 'Takes a moment.',
  who: 'anyone',
  rate: 'read',
  input: request({}),
  output: z.string(),
})

let opened: Awaited<ReturnType<typeof openTestHttp>>
before(async () => {
  const handler = async (): Promise<string> => {
    await setTimeout(50)
    return 'done'
  }
  opened = await openTestHttp({ calls: [{ call: slow, handler }] })
})
after(() => opened.http.close())

const requestText = (more = ''): string =>
  `POST /slow HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 2\r\n${more}\r\n{}`

test('answers 417 to an unknown Expect header, after the answers to earlier pipelined requests', async () => {
  const { text } = await sendBytes(opened.port, requestText() + requestText('Expect: a miracle\r\n'))
  const statuses = Array.from(text.matchAll(/HTTP\/1\.1 (\d+)/g), ([, status]) => status)
  assert.deepEqual(statuses, ['200', '417'])
  assert.match(text, /"data":"done"\}HTTP\/1\.1 417/)
})

test('does not log a connection reset as an unreadable request', async () => {
  const socket = connect(opened.port, '127.0.0.1')
  await new Promise((resolve) => socket.once('connect', resolve))
  socket.write('POST /slow HTTP/1.1\r\nHost: loc')
  await setTimeout(50)
  socket.resetAndDestroy()
  await setTimeout(100)
  assert.deepEqual(
    opened.outcomes.filter(({ outcome }) => outcome === 'unreadable'),
    [],
  )
  await sendBytes(opened.port, 'no HTTP at all\r\n\r\n')
  assert.equal(opened.outcomes.filter(({ outcome }) => outcome === 'unreadable').length, 1)
})

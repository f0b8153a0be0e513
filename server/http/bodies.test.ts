import assert from 'node:assert/strict'
import { PassThrough } from 'node:stream'
import { describe, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import { admitBody, openBodyMemory, receiveText, type BodyRule } from './bodies.ts'

const requestWith = (rule: BodyRule | undefined) => {
  const raw = new PassThrough()
  const request = { raw } as unknown as FastifyRequest
  if (rule !== undefined) admitBody(request, rule)
  return { raw, request }
}

describe('a body', () => {
  test('that nobody has admitted is not read', async () => {
    const { raw, request } = requestWith(undefined)
    raw.end('{}')
    assert.equal(await receiveText(request), undefined)
    await setTimeout(20)
    assert.equal(raw.readableLength, 2)
  })

  test('that comes in pieces is read as one', async () => {
    const { raw, request } = requestWith({ bytes: 10, milliseconds: 1000 })
    const euro = Buffer.from('€')
    raw.write(euro.subarray(0, 1))
    raw.end(euro.subarray(1))
    assert.equal(await receiveText(request), '€')
  })

  test('that is not there in time is given up', { timeout: 1000 }, async () => {
    const { raw, request } = requestWith({ bytes: 10, milliseconds: 30 })
    raw.write('{')
    await assert.rejects(receiveText(request), { statusCode: 408 })
  })

  test('that grows too large is given up at once, and the rest is thrown away', async () => {
    const { raw, request } = requestWith({ bytes: 10, milliseconds: 1000 })
    raw.write('x'.repeat(11))
    await assert.rejects(receiveText(request), { statusCode: 413 })
    raw.end('x'.repeat(100_000))
    await new Promise((resolve) => raw.on('end', resolve))
  })

  test('whose connection breaks is given up', async () => {
    const { raw, request } = requestWith({ bytes: 10, milliseconds: 1000 })
    raw.write('{')
    raw.destroy()
    await assert.rejects(receiveText(request), { statusCode: 400 })
  })
})

describe('the memory for bodies', () => {
  test('is bounded for one network and for all of them together, and given back once', () => {
    const memory = openBodyMemory({ bytesInAll: 100, bytesPerNetwork: 60 })
    const first = memory.reserve('one', 60)
    assert(first !== undefined)
    assert.equal(memory.reserve('one', 1), undefined)
    const second = memory.reserve('two', 40)
    assert(second !== undefined)
    assert.equal(memory.reserve('three', 1), undefined)
    first()
    first()
    assert.equal(memory.reserve('three', 61), undefined)
    assert.notEqual(memory.reserve('three', 60), undefined)
  })
})

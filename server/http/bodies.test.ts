import assert from 'node:assert/strict'
import { PassThrough } from 'node:stream'
import { describe, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import { admitBody, defaultBodyLimits, openBodyMemory, poolOf, receiveText, type BodyRule } from './bodies.ts'

const requestWith = (given: Partial<BodyRule> | undefined) => {
  const rule = given === undefined ? undefined : { bytes: 10, milliseconds: 1000, silenceMilliseconds: 1000, ...given }
  const raw = new PassThrough()
  const request = { raw } as unknown as FastifyRequest
  if (rule !== undefined) admitBody(request, rule)
  return { raw, request }
}

describe('a body', () => {
  test('stays unread unless its request was admitted', async () => {
    const { raw, request } = requestWith(undefined)
    raw.end('{}')
    assert.equal(await receiveText(request), undefined)
    await setTimeout(20)
    assert.equal(raw.readableLength, 2)
  })

  test('is decoded correctly if a character is split between two chunks', async () => {
    const { raw, request } = requestWith({})
    const euro = Buffer.from('€')
    raw.write(euro.subarray(0, 1))
    raw.end(euro.subarray(1))
    assert.equal(await receiveText(request), '€')
  })

  test('fails with 408 at its deadline', { timeout: 1000 }, async () => {
    const { raw, request } = requestWith({ milliseconds: 30 })
    raw.write('{')
    await assert.rejects(receiveText(request), { statusCode: 408 })
  })

  test('fails with 408 after a silence, but not while chunks keep arriving', { timeout: 3000 }, async () => {
    const silent = requestWith({ milliseconds: 60_000, silenceMilliseconds: 100 })
    silent.raw.write('{')
    await assert.rejects(receiveText(silent.request), { statusCode: 408 })
    const slow = requestWith({ silenceMilliseconds: 600 })
    const text = receiveText(slow.request)
    for (const piece of '{  }') {
      await setTimeout(200)
      slow.raw.write(piece)
    }
    slow.raw.end()
    assert.equal(await text, '{  }')
  })

  test('fails with 400 if its connection is already closed', { timeout: 900 }, async () => {
    const { raw, request } = requestWith({})
    raw.destroy()
    await new Promise((resolve) => raw.on('close', resolve))
    await assert.rejects(receiveText(request), { statusCode: 400 })
  })

  test('fails with 413 as soon as it is too large, and the rest is discarded', async () => {
    const { raw, request } = requestWith({})
    raw.write('x'.repeat(11))
    await assert.rejects(receiveText(request), { statusCode: 413 })
    raw.end('x'.repeat(100_000))
    await new Promise((resolve) => raw.on('end', resolve))
  })

  test('fails with 400 if its connection breaks', async () => {
    const { raw, request } = requestWith({})
    raw.write('{')
    raw.destroy()
    await assert.rejects(receiveText(request), { statusCode: 400 })
  })
})

describe('body memory', () => {
  test('has a limit per caller and a limit in all, and releases a reservation only once', () => {
    const memory = openBodyMemory({ ...defaultBodyLimits, small: { bytesInAll: 100, bytesPerCaller: 60 } })
    const first = memory.reserve('small', 'one', 60)
    assert(first !== undefined)
    assert.equal(memory.reserve('small', 'one', 1), undefined)
    const second = memory.reserve('small', 'two', 40)
    assert(second !== undefined)
    assert.equal(memory.reserve('small', 'three', 1), undefined)
    first()
    first()
    assert.equal(memory.reserve('small', 'three', 61), undefined)
    assert.notEqual(memory.reserve('small', 'three', 60), undefined)
  })

  test('a full pool does not affect the other pools', () => {
    const memory = openBodyMemory()
    const half = defaultBodyLimits.largeAnonymous.bytesPerCaller
    for (const network of ['one', 'two']) assert.notEqual(memory.reserve('largeAnonymous', network, half), undefined)
    assert.equal(memory.reserve('largeAnonymous', 'three', 1), undefined)
    for (const pool of ['small', 'large', 'smallAnonymous'] as const)
      assert.notEqual(memory.reserve(pool, 'three', 1), undefined, pool)
  })

  test('large and small bodies, with and without a session, have four separate pools', () => {
    const kilobyte = 1024
    assert.equal(poolOf(64 * kilobyte, true), 'small')
    assert.equal(poolOf(64 * kilobyte + 1, true), 'large')
    assert.equal(poolOf(64 * kilobyte, false), 'smallAnonymous')
    assert.equal(poolOf(64 * kilobyte + 1, false), 'largeAnonymous')
  })
})

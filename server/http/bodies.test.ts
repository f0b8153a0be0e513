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
  test('that nobody has admitted is not read', async () => {
    const { raw, request } = requestWith(undefined)
    raw.end('{}')
    assert.equal(await receiveText(request), undefined)
    await setTimeout(20)
    assert.equal(raw.readableLength, 2)
  })

  test('that comes in pieces is read as one', async () => {
    const { raw, request } = requestWith({})
    const euro = Buffer.from('€')
    raw.write(euro.subarray(0, 1))
    raw.end(euro.subarray(1))
    assert.equal(await receiveText(request), '€')
  })

  test('that is not there in time is given up', { timeout: 1000 }, async () => {
    const { raw, request } = requestWith({ milliseconds: 30 })
    raw.write('{')
    await assert.rejects(receiveText(request), { statusCode: 408 })
  })

  test('of which nothing comes for a while is given up, and one that goes on is not', { timeout: 3000 }, async () => {
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

  test('of a connection that is gone is not waited for', { timeout: 900 }, async () => {
    const { raw, request } = requestWith({})
    raw.destroy()
    await new Promise((resolve) => raw.on('close', resolve))
    await assert.rejects(receiveText(request), { statusCode: 400 })
  })

  test('that grows too large is given up at once, and the rest is thrown away', async () => {
    const { raw, request } = requestWith({})
    raw.write('x'.repeat(11))
    await assert.rejects(receiveText(request), { statusCode: 413 })
    raw.end('x'.repeat(100_000))
    await new Promise((resolve) => raw.on('end', resolve))
  })

  test('whose connection breaks is given up', async () => {
    const { raw, request } = requestWith({})
    raw.write('{')
    raw.destroy()
    await assert.rejects(receiveText(request), { statusCode: 400 })
  })
})

describe('the memory for bodies', () => {
  test('is bounded for one caller and for all of them together, and given back once', () => {
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

  test('one pool that is full leaves the others their room', () => {
    const memory = openBodyMemory()
    const half = defaultBodyLimits.largeOfStrangers.bytesPerCaller
    for (const network of ['one', 'two']) assert.notEqual(memory.reserve('largeOfStrangers', network, half), undefined)
    assert.equal(memory.reserve('largeOfStrangers', 'three', 1), undefined)
    for (const pool of ['small', 'large', 'smallOfStrangers'] as const)
      assert.notEqual(memory.reserve(pool, 'three', 1), undefined, pool)
  })

  test('pictures, orders, people and strangers have a pool each', () => {
    const kilobyte = 1024
    assert.equal(poolOf(64 * kilobyte, true), 'small')
    assert.equal(poolOf(64 * kilobyte + 1, true), 'large')
    assert.equal(poolOf(64 * kilobyte, false), 'smallOfStrangers')
    assert.equal(poolOf(64 * kilobyte + 1, false), 'largeOfStrangers')
  })
})

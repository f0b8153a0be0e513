import assert from 'node:assert/strict'
import { test } from 'node:test'

import { readStored, writeStored } from '#data/storage.ts'
import { hasSeenLesson, rememberLesson } from './seen.ts'

test('a lesson is remembered for its kind and its user alone', () => {
  rememberLesson(7, 'bonds')
  rememberLesson(7, 'bonds')
  assert.ok(hasSeenLesson(7, 'bonds'))
  assert.ok(!hasSeenLesson(7, 'robots'))
  assert.ok(!hasSeenLesson(8, 'bonds'))
  assert.ok(!hasSeenLesson(77, 'bonds'))
  assert.equal(readStored('lessons'), '["7:bonds"]')
})

test('the newest forty are kept', () => {
  for (let user = 1; user <= 50; user += 1) rememberLesson(user, 'follow')
  assert.ok(hasSeenLesson(50, 'follow') && hasSeenLesson(11, 'follow'))
  assert.ok(!hasSeenLesson(10, 'follow'))
})

test('what is stored and cannot be read counts as nothing', () => {
  for (const stored of ['{', '{}', 'null', '[1, null]']) {
    writeStored('lessons', stored)
    assert.ok(!hasSeenLesson(1, 'bonds'), stored)
  }
  rememberLesson(1, 'bonds')
  assert.ok(hasSeenLesson(1, 'bonds'))
})

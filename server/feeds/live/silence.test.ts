import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TickGap } from '#feeds/ticker.ts'
import { openSilence, silenceMillisecondsMax } from './silence.ts'

const minute = 60_000

function heard(began = 0) {
  const gaps: TickGap[] = []
  return { gaps, silence: openSilence(began, (gap) => void gaps.push(gap)) }
}

test('a source that answers in every round leaves no gap, also when a round of it fails', () => {
  const { gaps, silence } = heard()
  silence.answered(minute)
  silence.unanswered(2 * minute)
  silence.answered(3 * minute)
  silence.answered(3 * minute + silenceMillisecondsMax)
  assert.deepEqual(gaps, [])
})

test('silence is told piece by piece from the last answer to the next one', () => {
  const { gaps, silence } = heard()
  silence.answered(minute)
  for (const at of [2, 3, 5, 20]) silence.unanswered(at * minute)
  assert.deepEqual(gaps.splice(0), [
    { from: minute, to: 5 * minute },
    { from: 5 * minute, to: 20 * minute },
  ])
  silence.answered(20.5 * minute)
  assert.deepEqual(gaps.splice(0), [{ from: 20 * minute, to: 20.5 * minute }])
  silence.answered(21 * minute)
  assert.deepEqual(gaps, [])
})

test('a source that has not answered since the start is silent since the start', () => {
  const { gaps, silence } = heard(10 * minute)
  silence.unanswered(13 * minute)
  assert.deepEqual(gaps, [{ from: 10 * minute, to: 13 * minute }])
})

test('a server that asks instead of another one tells the silence from where that one has told it', () => {
  const silent = heard(50 * minute)
  silent.silence.goOn(10 * minute, 40 * minute)
  silent.silence.unanswered(51 * minute)
  assert.deepEqual(silent.gaps, [{ from: 40 * minute, to: 51 * minute }])
  const answered = heard(50 * minute)
  answered.silence.goOn(49 * minute, 50 * minute)
  answered.silence.unanswered(51 * minute)
  assert.deepEqual(answered.gaps, [], 'two minutes have not passed since its answer')
  answered.silence.unanswered(52 * minute)
  assert.deepEqual(answered.gaps, [{ from: 49 * minute, to: 52 * minute }])
})

import type { LessonKind } from '@mex/core/lessons/promised.ts'

import { readStored, writeStored } from '#data/storage.ts'

/** Lessons that are remembered, of all users of this browser. */
const keptMax = 40

const nameOf = (userId: number, kind: LessonKind): string => `${userId}:${kind}`

function read(): readonly string[] {
  try {
    const stored: unknown = JSON.parse(readStored('lessons') ?? '[]')
    return Array.isArray(stored) ? stored.filter((each) => typeof each === 'string') : []
  } catch {
    return []
  }
}

/** Whether a user has read a lesson in this browser. */
export const hasSeenLesson = (userId: number, kind: LessonKind): boolean => read().includes(nameOf(userId, kind))

export function rememberLesson(userId: number, kind: LessonKind): void {
  const own = nameOf(userId, kind)
  writeStored('lessons', JSON.stringify([own, ...read().filter((each) => each !== own)].slice(0, keptMax)))
}

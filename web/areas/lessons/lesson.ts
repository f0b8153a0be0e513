import type { LessonKind } from '@mex/core/lessons/promised.ts'

import type { Text } from '#text/use-text.ts'

/** The sections of texts about one kind of fraud. All have the same keys. */
export type LessonSection = 'bondFraud' | 'followFraud' | 'quantifyFraud' | 'robotFraud'

export type Question = {
  readonly question: string
  readonly answers: readonly string[]
  /** The place of the right answer. */
  readonly right: number
  readonly why: string
}

/** What people read about a kind of fraud. */
export type Lesson = {
  readonly kind: LessonKind
  readonly title: string
  readonly how: readonly string[]
  readonly signs: readonly string[]
  readonly here: readonly string[]
  readonly questions: readonly Question[]
}

/** The daily worth of something that our market really had, oldest first, in any unit. */
export type TrueCurve = { readonly name: string; readonly worths: readonly bigint[] }
/** A curve that is loaded: undefined while it is not there. */
export type CurveAnswer = { readonly curve: TrueCurve | undefined; readonly isFailed: boolean }

/** The places of the right answers. */
const rightAnswers: Readonly<Record<LessonKind, readonly [number, number, number]>> = {
  bonds: [1, 0, 2],
  follow: [2, 0, 1],
  quantify: [0, 2, 1],
  robots: [0, 1, 2],
}

const ofThree = [1, 2, 3] as const
const ofFive = [1, 2, 3, 4, 5] as const

/** The lesson of a kind from its section of texts. Its title is given, so that the page that names it loads the section. */
export function lessonOf(t: Text, kind: LessonKind, section: LessonSection, title: string): Lesson {
  return {
    kind,
    title,
    how: ofThree.map((n) => t(`${section}.how${n}`)),
    signs: ofFive.map((n) => t(`${section}.sign${n}`)),
    here: ofThree.map((n) => t(`${section}.here${n}`)),
    questions: ofThree.map((n, index) => ({
      question: t(`${section}.question${n}`),
      answers: ofThree.map((answer) => t(`${section}.answer${n}${answer}`)),
      right: rightAnswers[kind][index] ?? 0,
      why: t(`${section}.why${n}`),
    })),
  }
}

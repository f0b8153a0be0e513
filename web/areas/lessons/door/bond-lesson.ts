import { lessonOf, type Lesson } from '#areas/lessons/lesson.ts'
import { useText } from '#text/use-text.ts'

export function useBondLesson(): Lesson {
  const t = useText()
  return lessonOf(t, 'bonds', 'bondFraud', t('bondFraud.title'))
}

import { lessonOf, type Lesson } from '#areas/lessons/lesson.ts'
import { useText } from '#text/use-text.ts'

export function useQuantifyLesson(): Lesson {
  const t = useText()
  return lessonOf(t, 'quantify', 'quantifyFraud', t('quantifyFraud.title'))
}

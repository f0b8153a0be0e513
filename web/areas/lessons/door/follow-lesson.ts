import { lessonOf, type Lesson } from '#areas/lessons/lesson.ts'
import { useText } from '#text/use-text.ts'

export function useFollowLesson(): Lesson {
  const t = useText()
  return lessonOf(t, 'follow', 'followFraud', t('followFraud.title'))
}

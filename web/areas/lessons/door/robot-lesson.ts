import { lessonOf, type Lesson } from '#areas/lessons/lesson.ts'
import { useText } from '#text/use-text.ts'

export function useRobotLesson(): Lesson {
  const t = useText()
  return lessonOf(t, 'robots', 'robotFraud', t('robotFraud.title'))
}

import type { LessonKind } from '@mex/core/lessons/promised.ts'
import { ShieldAlert } from 'lucide-react'

import { hrefOf } from '#data/links.ts'
import { useText } from '#text/use-text.ts'
import { List, Row } from '#ui/list.tsx'

/** The way from a product to what frauds of its shape do. `id` is the product whose curve is shown. */
export function LessonLink({ kind, id }: { kind: LessonKind; id?: number | undefined }) {
  const t = useText()
  return (
    <List>
      <Row
        icon={<ShieldAlert />}
        title={t('lessons.link')}
        subtitle={t('lessons.linkText')}
        height={62}
        href={hrefOf('lesson', { kind, id })}
      />
    </List>
  )
}

import { bonds } from '@mex/contract/bonds/calls.ts'
import type { YieldCurve } from '@mex/contract/bonds/shapes.ts'

import { LessonLink } from '#areas/lessons/door/lesson-link.tsx'
import { refresh } from '#data/call.ts'
import { useWide } from '#data/wide.ts'
import { useText } from '#text/use-text.ts'
import { Screen } from '#ui/screen.tsx'
import { Learn } from './bond-cards.tsx'
import { BondBrowser } from './door/bond-browser.tsx'

/** What explains bonds under their curve in a wide window. */
const beside = ({ source }: YieldCurve) => (
  <>
    <Learn curveSource={source} />
    <LessonLink kind="bonds" />
  </>
)

/** The government bonds on offer. */
export function Bonds() {
  const t = useText()
  const isWide = useWide()
  return (
    <Screen title={t('titles.bonds')} wide="desk" onRefresh={() => refresh(bonds.list)}>
      <BondBrowser under={isWide ? beside : undefined} />
      {isWide ? undefined : <LessonLink kind="bonds" />}
    </Screen>
  )
}

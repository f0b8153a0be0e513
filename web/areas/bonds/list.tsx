import { bonds } from '@mex/contract/bonds/calls.ts'

import { LessonLink } from '#areas/lessons/door/lesson-link.tsx'
import { refresh } from '#data/call.ts'
import { useWide } from '#data/wide.ts'
import { useText } from '#text/use-text.ts'
import { Screen } from '#ui/screen.tsx'
import { Learn } from './bond-cards.tsx'
import { BondBrowser } from './door/bond-browser.tsx'

/** The government bonds on offer. */
export function Bonds() {
  const t = useText()
  const isWide = useWide()
  return (
    <Screen title={t('titles.bonds')} wide="desk" onRefresh={() => refresh(bonds.list)}>
      {isWide ? (
        <BondBrowser
          under={({ source }) => (
            <>
              <Learn curveSource={source} />
              <LessonLink kind="bonds" />
            </>
          )}
        />
      ) : (
        <>
          <BondBrowser />
          <LessonLink kind="bonds" />
        </>
      )}
    </Screen>
  )
}

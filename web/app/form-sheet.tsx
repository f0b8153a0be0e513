import { use, useEffect, useState } from 'react'

import { useNavigation } from '#data/use-navigation.ts'
import { useText } from '#text/use-text.ts'
import { LayerContext, type OpenLayer } from '#ui/screen-frame.ts'
import { Sheet } from '#ui/sheet.tsx'
import { Page } from './page.tsx'
import type { PageLocation } from './page-stack.ts'

/** The form already has a history entry that Back removes, so its sheet adds no layer. */
const noLayer: OpenLayer = () => () => undefined

/**
 * The order form that is open as a sheet over the page in view. The address bar has the form's own route, which shows
 * it as a page when it is opened directly (data/routes.ts, `opensOver`).
 */
export function FormSheet({ form }: { form: PageLocation | undefined }) {
  const t = useText()
  const navigation = useNavigation()
  const openLayer = use(LayerContext)
  const isOpen = form !== undefined
  const [shown, setShown] = useState(form)
  if (isOpen && form !== shown) setShown(form)
  // If the sheet's code has not loaded, `onClosed` is never called.
  useEffect(() => {
    if (isOpen) return undefined
    const timer = setTimeout(() => setShown(undefined), 1000)
    return () => clearTimeout(timer)
  }, [isOpen])
  if (shown === undefined) return undefined
  const { route, search, href } = shown
  return (
    <LayerContext value={noLayer}>
      <Sheet
        open={isOpen}
        onClose={() => navigation.back()}
        onClosed={() => setShown(undefined)}
        title={t(`titles.${route}`)}
        height="tall"
        whole
      >
        <LayerContext value={openLayer}>
          <Page key={href} route={route} search={search} isOver />
        </LayerContext>
      </Sheet>
    </LayerContext>
  )
}

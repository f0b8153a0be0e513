import { use, useEffect, useState } from 'react'

import { useNavigation } from '#data/use-navigation.ts'
import { useText } from '#text/use-text.ts'
import { LayerContext, type OpenLayer } from '#ui/screen-frame.ts'
import { Sheet } from '#ui/sheet.tsx'
import { Page } from './page.tsx'
import type { PageLocation } from './page-stack.ts'

/** The history entry of the form is what Back takes away, so its sheet adds none of its own. */
const noLayer: OpenLayer = () => () => undefined

/**
 * The form that is open as a sheet over the page in view, if one is. The address bar says the form's own route, which
 * shows it as a page when it is opened on its own (data/routes.ts, `opensOver`).
 */
export function FormSheet({ form }: { form: PageLocation | undefined }) {
  const t = useText()
  const navigation = useNavigation()
  const openLayer = use(LayerContext)
  const isOpen = form !== undefined
  const [shown, setShown] = useState(form)
  if (isOpen && form !== shown) setShown(form)
  // Where the sheet's code has not come yet, nothing says that it has closed.
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

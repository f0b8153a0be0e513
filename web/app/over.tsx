import { useLocation } from '@tanstack/react-router'
import { use, useEffect, useState } from 'react'

import { readParameters } from '#data/addresses.ts'
import { useNavigation } from '#data/use-navigation.ts'
import { useText } from '#text/use-text.ts'
import { LayerContext, type OpenLayer } from '#ui/screen-frame.ts'
import { Sheet } from '#ui/sheet.tsx'
import { Page } from './page.tsx'
import { routes } from './routes.ts'

/** The history entry of the form is what Back takes away, so its sheet adds none of its own. */
const noLayer: OpenLayer = () => () => undefined

/**
 * The form that is open as a sheet over the page in view, if one is. The address bar says the form's own route, which
 * shows it as a page when it is opened on its own (addresses.ts, `opensOver`).
 */
export function Over() {
  const t = useText()
  const navigation = useNavigation()
  const openLayer = use(LayerContext)
  const form = useLocation({ select: (location) => location.maskedLocation?.publicHref })
  const isOpen = form !== undefined
  const [shown, setShown] = useState(form)
  if (isOpen && form !== shown) setShown(form)
  // Where the sheet's code has not come yet, nothing says that it has closed.
  useEffect(() => {
    if (isOpen) return undefined
    const timer = setTimeout(() => setShown(undefined), 1000)
    return () => clearTimeout(timer)
  }, [isOpen])
  const [path = '', query = ''] = shown?.split('?', 2) ?? []
  const route = routes.find((candidate) => candidate.path === path)
  if (route === undefined) return undefined
  const search = readParameters(route.path, Object.fromEntries(new URLSearchParams(query)))
  return (
    <LayerContext value={noLayer}>
      <Sheet
        open={isOpen}
        onClose={() => navigation.back()}
        onClosed={() => setShown(undefined)}
        title={t(`titles.${route.title}`)}
        height="tall"
        whole
      >
        <LayerContext value={openLayer}>
          <Page key={shown} route={route} search={search} isOver />
        </LayerContext>
      </Sheet>
    </LayerContext>
  )
}

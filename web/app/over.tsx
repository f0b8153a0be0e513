import { useLocation } from '@tanstack/react-router'
import { useEffect, useMemo, useState } from 'react'

import { readParameters } from '#data/addresses.ts'
import { useNavigation } from '#data/use-navigation.ts'
import { Page } from './page.tsx'
import { routes } from './routes.ts'

/**
 * The form that is open as a sheet over the page in view, if one is. The address bar says the form's own route, which
 * shows it as a page when it is opened on its own (navigation.ts, `opensOver`).
 */
export function Over() {
  const navigation = useNavigation()
  const form = useLocation({ select: (location) => location.maskedLocation?.publicHref })
  const [shown, setShown] = useState(form)
  if (form !== undefined && form !== shown) setShown(form)
  const isOpen = form !== undefined
  const over = useMemo(
    () => ({ isOpen, onClose: () => navigation.back(), onClosed: () => setShown(undefined) }),
    [isOpen, navigation],
  )
  // A form whose code has not come yet has no sheet that could say that it has closed.
  useEffect(() => {
    if (isOpen) return undefined
    const timer = setTimeout(() => setShown(undefined), 1000)
    return () => clearTimeout(timer)
  }, [isOpen])
  if (shown === undefined) return undefined
  const [path = '', query = ''] = shown.split('?', 2)
  const route = routes.find((candidate) => candidate.path === path)
  if (route === undefined) return undefined
  const search = readParameters(route.path, Object.fromEntries(new URLSearchParams(query)))
  return <Page key={shown} route={route} search={search} over={over} />
}

import { useEffect, useRef } from 'react'

import { useColours, useTheme } from '#data/preferences.ts'

/** Calls back when the theme or the colour scheme changes, here or in the system. */
export function useThemeChange(onChange: () => void): void {
  const theme = useTheme()
  const colours = useColours()
  const latest = useRef(onChange)
  useEffect(() => {
    latest.current = onChange
  })
  useEffect(() => {
    latest.current()
  }, [theme, colours])
  useEffect(() => {
    const system = matchMedia('(prefers-color-scheme: dark)')
    const follow = () => latest.current()
    system.addEventListener('change', follow)
    return () => system.removeEventListener('change', follow)
  }, [])
}

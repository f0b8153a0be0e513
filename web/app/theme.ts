import { colours, language, theme } from '#data/preferences.ts'

/** Writes theme, colours and language where the style sheet and screen readers see them. */
function apply(): void {
  const { dataset } = document.documentElement
  const chosen = theme.get()
  if (chosen === 'system') delete dataset['theme']
  else dataset['theme'] = chosen
  dataset['colors'] = colours.get()
  document.documentElement.lang = language.get()
}

/** Keeps the page's looks as they were chosen. */
export function followTheme(): void {
  apply()
  for (const choice of [theme, colours, language]) choice.subscribe(apply)
}

import { colours, language, theme } from '#data/preferences.ts'

/** Writes theme, colours and language to attributes of <html>, for the style sheet and screen readers. */
function apply(): void {
  const { dataset } = document.documentElement
  const chosen = theme.get()
  if (chosen === 'system') delete dataset['theme']
  else dataset['theme'] = chosen
  dataset['colors'] = colours.get()
  document.documentElement.lang = language.get()
}

/** Applies the chosen theme, colours and language, now and after every change. */
export function followTheme(): void {
  apply()
  for (const choice of [theme, colours, language]) choice.subscribe(apply)
}

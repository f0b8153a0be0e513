// Before anything is drawn: the theme, colours and language that were chosen here earlier, so that no other ones flash.
try {
  const { dataset } = document.documentElement
  document.documentElement.lang = localStorage.getItem('mex.language') ?? 'en'
  const theme = localStorage.getItem('mex.theme')
  if (theme === 'light' || theme === 'dark') dataset.theme = theme
  dataset.colors = localStorage.getItem('mex.colours') ?? 'standard'
} catch {
  // Without storage the system's theme stands, and English.
}

// What this address shows first is fetched together with the program; the build wrote down the files (build/page.ts).
const list = document.getElementById('first-files')
const [path] = location.hash.slice(1).split('?')
for (const file of list === null ? [] : (JSON.parse(list.textContent)[path || '/'] ?? [])) {
  const link = document.createElement('link')
  const isStyle = String(file).endsWith('.css')
  link.rel = isStyle ? 'preload' : 'modulepreload'
  if (isStyle) link.as = 'style'
  link.crossOrigin = ''
  link.href = `/${file}`
  document.head.append(link)
}

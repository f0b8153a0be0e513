// Before anything is drawn: the theme and colours that were chosen here earlier, so that no other theme flashes.
try {
  const { dataset } = document.documentElement
  const theme = localStorage.getItem('mex.theme')
  if (theme === 'light' || theme === 'dark') dataset.theme = theme
  dataset.colors = localStorage.getItem('mex.colours') ?? 'standard'
} catch {
  // Without storage the system's theme stands.
}

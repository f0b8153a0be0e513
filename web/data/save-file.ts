/** Saves a file as a download of the browser. */
export function saveFile({ name, type, content }: { name: string; type: string; content: string }): void {
  const address = URL.createObjectURL(new Blob([content], { type: `${type};charset=utf-8` }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser reads the file asynchronously.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

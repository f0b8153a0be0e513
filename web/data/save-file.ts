/** Saves a text as a file of the device. */
export function saveFile({ name, type, content }: { name: string; type: string; content: string }): void {
  saveBlob(name, new Blob([content], { type: `${type};charset=utf-8` }))
}

/** Saves a file of the page's memory as a file of the device. */
export function saveBlob(name: string, blob: Blob): void {
  const address = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser reads the file asynchronously.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

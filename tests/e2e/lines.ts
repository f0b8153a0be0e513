/** How many lines a text takes; evaluated in the page. */
export const linesOf = (text: Element): number => {
  const range = document.createRange()
  range.selectNodeContents(text)
  return new Set([...range.getClientRects()].map(({ top }) => top)).size
}

/** Whether the rules of a style sheet have arrived. One that failed refuses to be read. */
function hasRules({ sheet }: HTMLLinkElement): boolean {
  try {
    return sheet !== null && sheet.cssRules.length > 0
  } catch {
    return false
  }
}

/**
 * Waits for the styles of the page, which stand behind its first picture (build/page.ts): without them the program would draw
 * over it. If they are not there when the program is, they may have failed, so they are asked for once more; a request that is
 * still under way is shared by the browser. In development the modules bring their own.
 */
export async function styleSheet(): Promise<void> {
  const link = document.querySelector<HTMLLinkElement>('link[rel=stylesheet]')
  if (link === null || hasRules(link)) return
  const again = link.cloneNode() as HTMLLinkElement
  await new Promise((resolve) => {
    for (const event of ['load', 'error']) again.addEventListener(event, resolve)
    link.after(again)
  })
  link.remove()
}

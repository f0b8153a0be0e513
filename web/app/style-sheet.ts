/**
 * Waits for the styles of the page, which stand behind its first picture (build/page.ts): without them the program would draw
 * over it. If they are not there when the program is, they may have failed, so they are asked for once more; a request that is
 * still under way is shared by the browser. In development the modules bring their own.
 */
export async function styleSheet(): Promise<void> {
  const link = document.querySelector<HTMLLinkElement>('link[rel=stylesheet]')
  if (link === null || link.sheet !== null) return
  const again = link.cloneNode() as HTMLLinkElement
  await new Promise((resolve) => {
    for (const event of ['load', 'error']) again.addEventListener(event, resolve)
    link.after(again)
  })
  link.remove()
}

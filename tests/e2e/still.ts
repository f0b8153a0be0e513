import type { BrowserContext } from '@playwright/test'

/** A layout shift, as the browser reports it. */
export type ShiftEntry = PerformanceEntry & {
  readonly value: number
  readonly hadRecentInput: boolean
  readonly sources: readonly { readonly node: Node | null; readonly currentRect: DOMRectReadOnly }[]
}

/** The console message about parts of a page that moved by themselves. */
export const moved = /The page moved by itself/

/**
 * The largest cumulative layout shift that web.dev calls good. `MOST_MOVED=0.02` sets the stricter goal of this page. A busy
 * machine misses that goal: the answer to a tap comes after the half second in which the browser expects movement.
 */
const mostMoved = Number(process.env['MOST_MOVED'] ?? 0.1)

/**
 * Warns in the console when the parts of a page move by themselves by more than that.
 * The browser expects movement for half a second after a tap or a key. So it is here after the other acts of a journey,
 * and after the answer to what somebody sent, whose form becomes a receipt.
 */
export async function warnOfMovement(context: BrowserContext): Promise<void> {
  await context.addInitScript((most) => {
    let acted = Number.NEGATIVE_INFINITY
    const noteAct = (): void => {
      acted = performance.now()
    }
    for (const type of ['input', 'change', 'hashchange', 'resize']) addEventListener(type, noteAct, { capture: true })
    // The page that was asked for takes the place of the one before when its program has come.
    new MutationObserver(noteAct).observe(document, { subtree: true, attributes: true, attributeFilter: ['data-page'] })
    const send = window.fetch
    window.fetch = async (input, options) => {
      const answer = send(input, options)
      if ((options?.method ?? 'GET') !== 'GET') answer.finally(noteAct).catch(() => undefined)
      return answer
    }
    // The library of the charts lays out its panes as a table: they move inside a chart that stays where it is.
    const isOfPanes = (sources: ShiftEntry['sources']): boolean =>
      sources.length > 0 &&
      sources.every(({ node }) => {
        const element = node instanceof Element ? node : node?.parentElement
        return element?.closest('.tv-lightweight-charts') instanceof Element
      })
    let [began, latest, sum] = [0, 0, 0]
    new PerformanceObserver((list) => {
      for (const { startTime, value, hadRecentInput, sources } of list.getEntries() as ShiftEntry[]) {
        if (hadRecentInput || startTime - acted < 500 || isOfPanes(sources)) continue
        // Shifts with less than a second between them count together, up to five seconds.
        if (startTime - latest > 1000 || startTime - began > 5000) [began, sum] = [startTime, 0]
        latest = startTime
        sum += value
        if (sum <= most) continue
        const what = sources.map(({ node, currentRect: { y, height } }) => {
          const text = node instanceof HTMLElement ? node.outerHTML.slice(0, 160) : node?.textContent
          return `${text} at ${Math.round(y)}, ${Math.round(height)} px high`
        })
        console.warn(`The page moved by itself by ${sum.toFixed(3)} at ${location.hash}: ${what.join(' | ')}`)
        sum = 0
      }
    }).observe({ type: 'layout-shift', buffered: true })
  }, mostMoved)
}

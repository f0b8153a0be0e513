/** The colours of the chart, as the canvas takes them. */
export type ChartTheme = {
  readonly text: string
  readonly strong: string
  readonly grid: string
  readonly surface: string
  readonly up: string
  readonly onUp: string
  readonly down: string
  readonly onDown: string
  readonly quiet: string
  readonly averages: readonly [string, string]
}

/**
 * What the tokens of the style sheet come to under the theme and colour scheme in force. A custom property may hold
 * light-dark(), which only the computed colour of an element resolves; `probe` is such an element.
 */
export function readChartTheme(probe: HTMLElement): ChartTheme {
  const colour = (token: string): string => {
    probe.style.color = `var(--${token})`
    return getComputedStyle(probe).color
  }
  return {
    text: colour('text-3'),
    strong: colour('text'),
    grid: colour('line'),
    surface: colour('canvas'),
    up: colour('up'),
    onUp: colour('on-up'),
    down: colour('down'),
    onDown: colour('on-down'),
    quiet: colour('control'),
    averages: [colour('warn'), colour('brand-text')],
  }
}

/** A colour with less of itself: rgb(1, 2, 3) → rgba(1, 2, 3, 0.2). */
export const fainter = (colour: string, opacity: number): string =>
  colour.replace(/^rgb\((.+)\)$/, (_, parts: string) => `rgba(${parts}, ${opacity})`)

/** The colours of the chart in canvas syntax. */
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
 * The colours of the style sheet's tokens under the current theme and colour scheme. A custom property can contain
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

/** A colour with an opacity: rgb(1, 2, 3) → rgba(1, 2, 3, 0.2). */
export const fainter = (colour: string, opacity: number): string =>
  colour.replace(/^rgb\((.+)\)$/, (_, parts: string) => `rgba(${parts}, ${opacity})`)

import type { IndicatorColour } from './indicator-names.ts'

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
  readonly shades: Readonly<Record<'practice' | 'extended', string>>
  readonly marks: Readonly<Record<'cost' | 'liquidation' | 'order', string>>
  readonly lines: Readonly<Record<IndicatorColour, string>>
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
  const [warn, brand, danger, info, quiet] = ['warn', 'brand-text', 'danger', 'info', 'control'].map(colour) as [
    string,
    string,
    string,
    string,
    string,
  ]
  return {
    text: colour('text-3'),
    strong: colour('text'),
    grid: colour('line'),
    surface: colour('canvas'),
    up: colour('up'),
    onUp: colour('on-up'),
    down: colour('down'),
    onDown: colour('on-down'),
    quiet,
    shades: { practice: colour('warn-soft'), extended: colour('info-soft') },
    marks: { cost: brand, liquidation: danger, order: warn },
    lines: {
      warn,
      'brand-text': brand,
      orange: colour('orange'),
      info,
      green: colour('green'),
      control: quiet,
      danger,
    },
  }
}

/** A colour with an opacity: rgb(1, 2, 3) → rgba(1, 2, 3, 0.2). */
export const fainter = (colour: string, opacity: number): string =>
  colour.replace(/^rgb\((.+)\)$/, (_, parts: string) => `rgba(${parts}, ${opacity})`)

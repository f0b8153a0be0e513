import type { IndicatorColour } from './indicator-names.ts'
import type { Mark } from './marks.ts'

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
  readonly marks: Readonly<Record<Mark['kind'], string>>
  readonly lines: Readonly<Record<IndicatorColour, string>>
}

const tokens = [
  'text',
  'text-3',
  'line',
  'canvas',
  'up',
  'on-up',
  'down',
  'on-down',
  'control',
  'warn',
  'warn-soft',
  'info',
  'info-soft',
  'brand-text',
  'danger',
  'orange',
  'green',
] as const
type Token = (typeof tokens)[number]

/**
 * The colours of the style sheet's tokens under the current theme and colour scheme. A custom property can contain
 * light-dark(), which only the computed colour of an element resolves: `probe` gets an element for each token, so that the
 * browser computes the styles once.
 */
export function readChartTheme(probe: HTMLElement): ChartTheme {
  const swatches = tokens.map((token) => {
    const swatch = document.createElement('i')
    swatch.style.color = `var(--${token})`
    return [token, swatch] as const
  })
  probe.replaceChildren(...swatches.map(([, swatch]) => swatch))
  const colours = new Map(swatches.map(([token, swatch]) => [token, getComputedStyle(swatch).color]))
  probe.replaceChildren()
  const colour = (token: Token): string => colours.get(token) ?? ''
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
    shades: { practice: colour('warn-soft'), extended: colour('info-soft') },
    marks: {
      cost: colour('brand-text'),
      liquidation: colour('danger'),
      order: colour('warn'),
      alert: colour('control'),
    },
    lines: {
      warn: colour('warn'),
      'brand-text': colour('brand-text'),
      orange: colour('orange'),
      info: colour('info'),
      green: colour('green'),
      control: colour('control'),
      danger: colour('danger'),
    },
  }
}

/** A colour with an opacity: rgb(1, 2, 3) → rgba(1, 2, 3, 0.2). */
export const fainter = (colour: string, opacity: number): string =>
  colour.replace(/^rgb\((.+)\)$/, (_, parts: string) => `rgba(${parts}, ${opacity})`)

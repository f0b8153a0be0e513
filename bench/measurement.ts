/** A lower or an upper limit for a figure. */
export type Target = { readonly atLeast: number } | { readonly atMost: number }

/** One number of a measurement. */
export type Figure = {
  readonly name: string
  readonly value: number
  readonly unit: string
  /** When and on what it was measured, if not together with the others of its measurement. */
  readonly measured?: string | undefined
  /** The baseline of the same run, and the median of the ratios to it over the rounds. */
  readonly beside?: { readonly name: string; readonly value: number; readonly ratio: number } | undefined
  readonly target?: Target | undefined
  /** Whether the target is one for the ratio to the baseline, and not for the value. */
  readonly isTargetOfRatio?: boolean | undefined
  /** The bottleneck, which the report shows when the target is missed. */
  readonly limit?: string | undefined
}

export type Say = (line: string) => void

/** A measurement: short, bounded in count and time, with a baseline that runs in the same minute. */
export type Measurement = {
  readonly name: string
  readonly title: string
  /** The setup of the measurement and the meaning of its figures, as Markdown. */
  readonly about: string
  /** Too long to run with all others. */
  readonly isNamedOnly?: boolean
  /** `only` is a part of it, where a measurement has parts; empty for all of it. */
  run(say: Say, only: string): Promise<readonly Figure[]>
}

/** What the target is compared with, and its unit. */
export const judged = ({ value, unit, beside, isTargetOfRatio = false }: Figure): Pick<Figure, 'value' | 'unit'> =>
  isTargetOfRatio && beside !== undefined ? { value: beside.ratio, unit: '×' } : { value, unit }

export function isReached(figure: Figure): boolean {
  const { target } = figure
  if (target === undefined) return true
  const { value } = judged(figure)
  return 'atLeast' in target ? value >= target.atLeast : value <= target.atMost
}

/** Three significant digits: a measurement on a shared machine is not more precise. */
export function digits(value: number): string {
  if (value === 0) return '0'
  const size = Math.floor(Math.log10(Math.abs(value)))
  const rounded = Number(value.toPrecision(3))
  return size >= 2 ? Math.round(rounded).toLocaleString('en') : rounded.toFixed(Math.min(3, 2 - size))
}

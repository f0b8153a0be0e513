import type {
  IChartApiBase,
  IPrimitivePaneRenderer,
  IPrimitivePaneView,
  ISeriesPrimitive,
  Logical,
  SeriesAttachedParameter,
  Time,
} from 'lightweight-charts'

/** A stretch of candles, by their indices, and its colour. */
export type ShadedCandles = { readonly first: number; readonly last: number; readonly colour: string }

type Target = Parameters<IPrimitivePaneRenderer['draw']>[0]

/** Fills stretches of candles behind the price, from the top of its pane to the bottom. Tells whenever it is laid out. */
export class Shading implements ISeriesPrimitive<Time> {
  #chart: IChartApiBase<Time> | undefined
  #requestUpdate: (() => void) | undefined
  #stretches: readonly ShadedCandles[] = []
  readonly #onLayout: () => void
  readonly #views: readonly IPrimitivePaneView[] = [
    { zOrder: () => 'bottom', renderer: () => ({ draw: (target) => this.#draw(target) }) },
  ]

  constructor(onLayout: () => void) {
    this.#onLayout = onLayout
  }

  attached({ chart, requestUpdate }: SeriesAttachedParameter<Time>): void {
    this.#chart = chart
    this.#requestUpdate = requestUpdate
  }

  detached(): void {
    this.#chart = undefined
    this.#requestUpdate = undefined
  }

  show(stretches: readonly ShadedCandles[]): void {
    this.#stretches = stretches
    this.#requestUpdate?.()
  }

  updateAllViews(): void {
    this.#onLayout()
  }

  paneViews(): readonly IPrimitivePaneView[] {
    return this.#views
  }

  #draw(target: Target): void {
    const scale = this.#chart?.timeScale()
    if (scale === undefined) return
    const half = scale.options().barSpacing / 2
    target.useBitmapCoordinateSpace(({ context, bitmapSize, horizontalPixelRatio }) => {
      for (const { first, last, colour } of this.#stretches) {
        const from = scale.logicalToCoordinate(first as Logical)
        const until = scale.logicalToCoordinate(last as Logical)
        if (from === null || until === null) continue
        const left = Math.round((from - half) * horizontalPixelRatio)
        const right = Math.round((until + half) * horizontalPixelRatio)
        context.fillStyle = colour
        context.fillRect(left, 0, right - left, bitmapSize.height)
      }
    })
  }
}

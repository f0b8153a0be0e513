/** Size of the image; the page scales it. */
const width = 320
const height = 180
const edge = 20
/** The range of line heights is 0 to 1000. */
const heightMax = 1000
const pointsMax = 48

/**
 * Scales prices to heights from 0 to 1000 and samples at most 48 points, including the last price. Undefined when there
 * is no line to draw.
 */
export function heightsOf(prices: readonly bigint[]): readonly number[] | undefined {
  const low = prices.reduce((least, each) => (each < least ? each : least), prices[0] ?? 0n)
  const high = prices.reduce((most, each) => (each > most ? each : most), prices[0] ?? 0n)
  if (prices.length < 2 || high === low) return undefined
  const step = Math.max(1, (prices.length - 1) / (pointsMax - 1))
  const picked = Array.from(
    { length: Math.min(prices.length, pointsMax) },
    (_, index) => prices[Math.round(index * step)] ?? low,
  )
  return picked.map((price) => Number(((price - low) * BigInt(heightMax)) / (high - low)))
}

/**
 * The cover image of an article: its price as one line. It has no text, so that it is the same in every language, and a
 * colour that means neither gain nor loss.
 */
export function coverOf(heights: readonly number[]): string {
  const step = (width - 2 * edge) / Math.max(1, heights.length - 1)
  const points = heights.map((each, index) => {
    const x = Math.round(edge + index * step)
    const y = Math.round(height - edge - (each / heightMax) * (height - 2 * edge))
    return `${x} ${y}`
  })
  const line = `M${points.join('L')}`
  const [first = '0 0'] = points
  const startHeight = first.split(' ')[1] ?? '0'
  const svg = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">`,
    '<defs><linearGradient id="g" x1="0" y1="0" x2="1" y2="1"><stop stop-color="#4338ca"/><stop offset="1" stop-color="#2a2379"/></linearGradient>',
    '<linearGradient id="f" x1="0" y1="0" x2="0" y2="1"><stop stop-color="#fff" stop-opacity=".28"/><stop offset="1" stop-color="#fff" stop-opacity="0"/></linearGradient></defs>',
    `<path fill="url(#g)" d="M0 0h${width}v${height}H0z"/>`,
    `<path stroke="#fff" stroke-opacity=".35" stroke-dasharray="3 5" d="M${edge} ${startHeight}H${width - edge}"/>`,
    `<path fill="url(#f)" d="${line}V${height}H${edge}z"/>`,
    `<path fill="none" stroke="#fff" stroke-width="3" stroke-linejoin="round" stroke-linecap="round" d="${line}"/>`,
    '</svg>',
  ].join('')
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}

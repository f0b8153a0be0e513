/**
 * The SVG paths of a series inside width × height (px), with one pixel of padding above and below. A flat series or a
 * single point is a level line in the middle; an empty series has no path.
 */
export function sparklinePath(
  points: readonly number[],
  width: number,
  height: number,
): { line: string; area: string } {
  const [first] = points
  if (first === undefined) return { line: '', area: '' }
  const series = points.length === 1 ? [first, first] : points
  const low = Math.min(...series)
  const span = Math.max(...series) - low
  const room = height - 2
  const at = series.map((point, index) => {
    const x = (index / (series.length - 1)) * width
    const y = span === 0 ? height / 2 : 1 + room - ((point - low) / span) * room
    return `${x.toFixed(1)} ${y.toFixed(1)}`
  })
  const line = `M${at.join('L')}`
  return { line, area: `${line}L${width} ${height}L0 ${height}Z` }
}

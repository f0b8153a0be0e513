const parts = /^(?<before>.*?\d)(?:\.(?<decimals>\d+))?(?<after>\D*)$/

/** The texts of an axis with equally many decimals: '524.30万' beside '524.35万'. */
export function evenDecimals(texts: readonly string[]): readonly string[] {
  const read = texts.map((text) => parts.exec(text)?.groups)
  const most = Math.max(0, ...read.map((groups) => groups?.['decimals']?.length ?? 0))
  if (most === 0) return texts
  return texts.map((text, index) => {
    const { before = text, decimals = '', after = '' } = read[index] ?? {}
    return read[index] === undefined ? text : `${before}.${decimals.padEnd(most, '0')}${after}`
  })
}

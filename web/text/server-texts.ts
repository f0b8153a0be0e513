/**
 * The contract has its texts (refusals, end reasons of orders and positions) in English and Simplified Chinese. The
 * Traditional Chinese catalogue includes a table of them, because the page has no converter.
 */
let traditional: Readonly<Record<string, string>> = {}

export function keepServerTexts(table: Readonly<Record<string, string>>): void {
  traditional = table
}

/** The converter argument of the contract's text functions. A text that is not in the table stays unchanged. */
export const asTraditional = (simplified: string): string => traditional[simplified] ?? simplified

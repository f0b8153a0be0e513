/**
 * Texts that the contract has in two written languages: refusals, and why orders and positions ended. The catalogue of
 * Traditional Chinese brings a table of them, because the page has no converter.
 */
let traditional: Readonly<Record<string, string>> = {}

export function keepServerTexts(table: Readonly<Record<string, string>>): void {
  traditional = table
}

/** What the contract's text functions take for Traditional Chinese. A text that is not in the table stays as it is. */
export const asTraditional = (simplified: string): string => traditional[simplified] ?? simplified

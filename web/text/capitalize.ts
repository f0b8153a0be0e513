/** Capitalises a text of the specification: 'bid volume' → 'Bid volume'. */
export const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

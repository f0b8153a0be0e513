/** A text of the specification ('bid volume') as it stands alone, beginning with a capital: 'Bid volume'. */
export const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

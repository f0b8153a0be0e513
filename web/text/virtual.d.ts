/** Made by the build from the texts of all areas (build/texts.ts). */
declare module 'virtual:texts' {
  type Part = {
    /** The sections of the part. */
    readonly texts: Readonly<Record<string, unknown>>
    /** With the common texts in Traditional Chinese: texts of the contract, Simplified → Traditional. */
    readonly serverTexts?: Readonly<Record<string, string>>
  }
  export const loaders: Readonly<
    Record<import('./language.ts').Language, Readonly<Record<import('./parts.ts').TextPart, () => Promise<Part>>>>
  >
}

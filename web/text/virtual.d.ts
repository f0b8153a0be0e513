/** Made by the build from zh-CN (vite.config.ts, traditional.ts). */
declare module 'virtual:zh-TW' {
  export const zhTW: import('./translation.ts').Translation<import('./en.ts').Catalogue>
  /** Texts of the contract: Simplified → Traditional Chinese. */
  export const serverTexts: Readonly<Record<string, string>>
}

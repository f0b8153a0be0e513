import { languages, type Language } from '@mex/contract/language.ts'

import { readStored, writeStored, type StorageKey } from './storage.ts'
import { createStore, useStore } from './store.ts'

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

/** The colour of a rise: green (the spec's), red as in Asia, or blue against orange, which is safe for colour blindness. */
export const colourSchemes = ['standard', 'asia', 'safe'] as const
export type ColourScheme = (typeof colourSchemes)[number]

/** A stored choice of a few options. */
export function choice<const Options extends readonly string[]>(
  key: StorageKey,
  options: Options,
  otherwise: Options[number],
) {
  const stored = readStored(key)
  const store = createStore<Options[number]>(options.find((option) => option === stored) ?? otherwise)
  return {
    ...store,
    /** True when the user chose it; false for the default. */
    isChosen: () => readStored(key) !== undefined,
    set: (value: Options[number]) => {
      writeStored(key, value)
      store.set(value)
    },
  }
}

export const onOff = ['on', 'off'] as const

export const theme = choice('theme', themes, 'system')
export const colours = choice('colours', colourSchemes, 'standard')
export const language = choice('language', languages, 'en')
/** Shows sums on the home and account pages as dots. */
export const amountsHidden = choice('amountsHidden', onOff, 'off')
export const haptics = choice('haptics', onOff, 'on')
/** Extra decimals of average prices beyond the price step: an average lies between two steps. */
export const averageDecimals = choice('averageDecimals', ['0', '2', '4'], '0')

export const useTheme = (): Theme => useStore(theme)
export const useColours = (): ColourScheme => useStore(colours)
export const useChosenLanguage = (): Language => useStore(language)
export const useAmountsHidden = (): boolean => useStore(amountsHidden) === 'on'
export const useAverageDecimals = (): '0' | '2' | '4' => useStore(averageDecimals)
export const useHaptics = (): boolean => useStore(haptics) === 'on'

/** A short vibration when the user commits an action, where the device supports it and the setting is on. */
export function buzz(): void {
  if (haptics.get() === 'on' && typeof navigator !== 'undefined' && 'vibrate' in navigator) navigator.vibrate(8)
}

import { languages, type Language } from '@mex/contract/language.ts'

import { readStored, writeStored, type StorageKey } from './storage.ts'
import { createStore, useStore } from './store.ts'

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

/** Which colour means a rise: green (the spec's), red as in Asia, or blue against orange for every kind of eye. */
export const colourSchemes = ['standard', 'asia', 'safe'] as const
export type ColourScheme = (typeof colourSchemes)[number]

/** A choice out of a few that the browser remembers. */
function choice<const Options extends readonly string[]>(
  key: StorageKey,
  options: Options,
  otherwise: Options[number],
) {
  const stored = readStored(key)
  const store = createStore<Options[number]>(options.find((option) => option === stored) ?? otherwise)
  return {
    ...store,
    /** True when the person chose it, not we. */
    isChosen: () => readStored(key) !== undefined,
    set: (value: Options[number]) => {
      writeStored(key, value)
      store.set(value)
    },
  }
}

const onOff = ['on', 'off'] as const

export const theme = choice('theme', themes, 'system')
export const colours = choice('colours', colourSchemes, 'standard')
export const language = choice('language', languages, 'en')
/** Sums on the home and account pages are shown as dots. */
export const amountsHidden = choice('amountsHidden', onOff, 'off')
export const haptics = choice('haptics', onOff, 'on')
/** How many decimals average prices have beyond those of the price step: an average lies between two steps. */
export const averageDecimals = choice('averageDecimals', ['0', '2', '4'], '0')

export const useTheme = (): Theme => useStore(theme)
export const useColours = (): ColourScheme => useStore(colours)
export const useChosenLanguage = (): Language => useStore(language)
export const useAmountsHidden = (): boolean => useStore(amountsHidden) === 'on'
export const useAverageDecimals = (): '0' | '2' | '4' => useStore(averageDecimals)
export const useHaptics = (): boolean => useStore(haptics) === 'on'

/** A short buzz under the finger on a commit, where the device has it and the person did not turn it off. */
export function buzz(): void {
  if (haptics.get() === 'on' && typeof navigator !== 'undefined' && 'vibrate' in navigator) navigator.vibrate(8)
}

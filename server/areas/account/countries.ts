import { filledIn, readTable } from '#feeds/catalogue-facts.ts'
import { BadTable } from '#feeds/csv.ts'
import type { Language } from '@mex/contract/language.ts'

export type Country = {
  readonly id: number
  /** ISO 3166, two letters. */
  readonly code: string
  readonly name: string
  readonly phoneCode: string
  /** Its states, provinces, regions or prefectures if postal addresses usually contain one, otherwise empty. */
  readonly states: readonly string[]
}

export type Countries = {
  /** Sorted by name in the order of the language. */
  in(language: Language): readonly Country[]
  has(code: string): boolean
}

const columns = { en: 'en', 'zh-CN': 'zh_cn', 'zh-TW': 'zh_tw' } as const satisfies Record<Language, string>

/** Reads the countries and areas of `data/areas.csv`, and their states of `data/area-states.csv`. */
export function openCountries(folder: string): Countries {
  const rows = readTable(folder, 'areas.csv', ['iso', 'dial_code', ...Object.values(columns)])
  const codes = new Set(rows.map((row) => row.cell('iso')))
  const states = Map.groupBy(readTable(folder, 'area-states.csv', ['area', ...Object.values(columns)]), (row) =>
    row.cell('area'),
  )
  for (const [code, [first]] of states)
    if (!codes.has(code))
      throw new BadTable(first?.place ?? 'area-states.csv', `the area "${code}" is not in areas.csv`)
  const lists = new Map(
    (Object.keys(columns) as Language[]).map((language) => {
      const collator = new Intl.Collator(language)
      const list = rows.map((row, index) => ({
        id: index + 1,
        code: row.cell('iso'),
        name: row.cell(columns[language]),
        phoneCode: `+${row.cell('dial_code')}`,
        states: (states.get(row.cell('iso')) ?? [])
          .map((state) => filledIn(state, columns[language]))
          .toSorted((left, right) => collator.compare(left, right)),
      }))
      return [language, list.toSorted((left, right) => collator.compare(left.name, right.name))]
    }),
  )
  return { in: (language) => lists.get(language) ?? [], has: (code) => codes.has(code) }
}

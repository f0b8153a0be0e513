import { loaders } from 'virtual:texts'

import { openTexts } from './catalogue.ts'
import { keepServerTexts } from './server-texts.ts'

/** The texts of the page. */
export const texts = openTexts(async (language, part) => {
  const loaded = await loaders[language][part]()
  if (loaded.serverTexts !== undefined) keepServerTexts(loaded.serverTexts)
  return loaded.texts
})

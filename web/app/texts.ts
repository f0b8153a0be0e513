import { loaders } from 'virtual:texts'

import { openTexts } from '#text/catalogue.ts'
import { keepServerTexts } from '#text/server-texts.ts'

/** The texts of the page. */
export const texts = openTexts(async (language, part) => {
  const loaded = await loaders[language][part]()
  if (loaded.serverTexts !== undefined) keepServerTexts(loaded.serverTexts)
  return loaded.texts
})

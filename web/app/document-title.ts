import { useCallback } from 'react'

import { useProduct } from '#data/product.ts'
import { useText } from '#text/use-text.ts'

/** The text of the practice mark, and the function that writes the title of a screen into the title of the window. */
export function useDocumentTitle() {
  const t = useText()
  const { title: product, isPredictable, isLive } = useProduct()
  const practice = t(isPredictable ? 'shell.practicePredictable' : isLive ? 'shell.practiceLive' : 'shell.practice')
  const onTitle = useCallback(
    (screen: string) => {
      document.title = t('shell.documentTitle', { screen, product, practice })
    },
    [t, product, practice],
  )
  return { practice, onTitle }
}

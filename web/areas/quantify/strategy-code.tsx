/* oxlint-disable import/default -- with `?raw` Vite gives the text of a file */
import balanced from '@mex/core/strategies/rules/balanced.ts?raw'
import grid from '@mex/core/strategies/rules/grid.ts?raw'
import momentum from '@mex/core/strategies/rules/momentum.ts?raw'
import reversion from '@mex/core/strategies/rules/reversion.ts?raw'
import trend from '@mex/core/strategies/rules/trend.ts?raw'
import type { Product } from '@mex/contract/quantify/shapes.ts'

import { useText } from '#text/use-text.ts'
import styles from './quantify.module.css'

/** The files that the server runs, as they were when this page was built. */
const files: Readonly<Record<Product['strategy'], string>> = { balanced, grid, momentum, reversion, trend }

/** The program of a strategy. */
export function StrategyCode({ strategy }: { strategy: Product['strategy'] }) {
  const t = useText()
  return (
    // The keyboard scrolls what has the focus, so the text of the program takes it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/prefer-tag-over-role
    <pre className={styles['code']} tabIndex={0} role="region" aria-label={t('quantify.code')} lang="en">
      <code>{files[strategy]}</code>
    </pre>
  )
}

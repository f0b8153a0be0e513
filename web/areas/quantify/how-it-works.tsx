import type { Product } from '@mex/contract/quantify/shapes.ts'
import { useState } from 'react'

import { useText } from '#text/use-text.ts'
import { Button } from '#ui/button.tsx'
import { lazyComponent } from '#ui/lazy.tsx'
import { Stack } from '#ui/layout.tsx'
import { Typography } from '#ui/typography.tsx'

const StrategyCode = lazyComponent(() => import('./strategy-code.tsx').then((file) => file.StrategyCode))
import { strikeDate } from './figures.ts'

/** What "AI" means here: a rule in words, when it loses, what it costs, and its code. */
export function HowItWorks({ product }: { product: Product }) {
  const t = useText()
  const [isShown, setShown] = useState(false)
  const { strategy, since } = product
  const paragraphs = [
    t('quantify.whatIsAi'),
    t(`quantify.loses.${strategy}`),
    t('quantify.costs'),
    t('quantify.since', { date: strikeDate(since) }),
  ]
  return (
    <Stack gap={8}>
      <Typography as="h3" weight="bold">
        {t('quantify.how')}
      </Typography>
      {paragraphs.map((text) => (
        <Typography key={text} as="p" size={13} tone="second">
          {text}
        </Typography>
      ))}
      <Button
        text={t(isShown ? 'quantify.hideCode' : 'quantify.seeCode')}
        kind="secondary"
        onPress={() => setShown(!isShown)}
      />
      {isShown ? <StrategyCode strategy={strategy} /> : undefined}
    </Stack>
  )
}

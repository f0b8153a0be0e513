import { WandSparkles } from 'lucide-react'

import { useText } from '#text/use-text.ts'
import { Button } from '#ui/button.tsx'
import { Stack } from '#ui/layout.tsx'
import { Typography } from '#ui/typography.tsx'

/** Fills a form with a fictitious person, so that users do not enter real data. */
export function PersonaButton({ text, onPress }: { text: string; onPress: () => void }) {
  const t = useText()
  return (
    <Stack gap={4}>
      <Button
        text={t('auth.persona')}
        kind="secondary"
        wide
        icon={<WandSparkles aria-hidden="true" size={18} />}
        onPress={onPress}
      />
      <Typography as="p" size={12} tone="third" align="center">
        {text}
      </Typography>
    </Stack>
  )
}

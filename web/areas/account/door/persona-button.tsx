import type { Holder } from '@mex/core/kyc/identity-documents.ts'
import { WandSparkles } from 'lucide-react'

import { useText } from '#text/use-text.ts'
import { Button } from '#ui/button.tsx'
import { Stack } from '#ui/layout.tsx'
import { Typography } from '#ui/typography.tsx'

type Props = { holder: Holder; onPress: () => void }

/** Fills a form with a fictitious person or company, so that users do not enter real data. */
export function PersonaButton({ holder, onPress }: Props) {
  const t = useText()
  return (
    <Stack gap={4}>
      <Button
        text={t(holder === 'company' ? 'auth.personaCompany' : 'auth.persona')}
        kind="secondary"
        wide
        icon={<WandSparkles aria-hidden="true" size={18} />}
        onPress={onPress}
      />
      <Typography as="p" size={12} tone="third" align="center">
        {t(holder === 'company' ? 'auth.personaCompanyText' : 'auth.personaText')}
      </Typography>
    </Stack>
  )
}

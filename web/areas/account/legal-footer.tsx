import { useText } from '#text/use-text.ts'
import { Stack } from '#ui/layout.tsx'
import { Typography } from '#ui/typography.tsx'
import { LegalLine } from './door/legal-links.tsx'

/** The end of the pages that sign in or register: the legal documents, and that no broker is behind the product. */
export function LegalFooter() {
  const t = useText()
  return (
    <Stack gap={0}>
      <LegalLine />
      <Typography as="p" size={12} tone="third" align="center">
        {t('auth.notAffiliated')}
      </Typography>
    </Stack>
  )
}

import { hrefOf } from '#data/links.ts'
import { useText } from '#text/use-text.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Stack } from '#ui/layout.tsx'
import { StrongLead } from '#components/strong-lead.tsx'
import { Typography } from '#ui/typography.tsx'

/** Replaces pages about passwords for a guest, who has none. */
export function GuestNotice() {
  const t = useText()
  return (
    <Card>
      <Stack gap={12}>
        <Typography as="p" size={13} tone="second">
          <StrongLead lead={t('security.guestTitle')} text={t('security.guestText')} />
        </Typography>
        <Button text={t('profile.registerToKeep')} wide href={hrefOf('register')} />
      </Stack>
    </Card>
  )
}

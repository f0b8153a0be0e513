import { addressOf } from '#data/addresses.ts'
import { useText } from '#text/use-text.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Stack } from '#ui/layout.tsx'
import { Words } from '#ui/words.tsx'

/** For pages about passwords: a guest has none. */
export function GuestNotice() {
  const t = useText()
  return (
    <Card>
      <Stack gap={12}>
        <Words as="p" size={13} tone="second">
          <strong>{t('security.guestTitle')}</strong> {t('security.guestText')}
        </Words>
        <Button text={t('profile.registerToKeep')} wide href={addressOf('register')} />
      </Stack>
    </Card>
  )
}

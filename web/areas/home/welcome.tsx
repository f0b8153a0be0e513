import { hrefOf } from '#data/links.ts'
import { GuestButton } from '#components/guest-button.tsx'
import { useText } from '#text/use-text.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Line, Stack } from '#ui/layout.tsx'
import { Typography } from '#ui/typography.tsx'

/** Replaces the assets for a visitor: one tap opens a guest account. */
export function Welcome() {
  const t = useText()
  return (
    <Card>
      <Stack gap={12}>
        <Stack gap={4}>
          <Typography size={20} weight="bold" as="h2">
            {t('home.welcome')}
          </Typography>
          <Typography size={13} tone="second" as="p">
            {t('home.welcomeText')}
          </Typography>
        </Stack>
        <GuestButton text={t('shell.tryItNow')} />
        <Line gap={12} spread="even">
          <Button text={t('shell.logIn')} kind="secondary" wide href={hrefOf('login')} />
          <Button text={t('shell.register')} kind="secondary" wide href={hrefOf('register')} />
        </Line>
      </Stack>
    </Card>
  )
}

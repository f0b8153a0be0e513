import { account } from '@mex/contract/account/calls.ts'

import { addressOf } from '#data/addresses.ts'
import { useSend } from '#data/call.ts'
import { language } from '#data/preferences.ts'
import { signIn } from '#data/session.ts'
import { useText } from '#text/use-text.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Line, Stack } from '#ui/layout.tsx'
import { Words } from '#ui/words.tsx'

/** In place of the assets while nobody is signed in: one tap opens a guest account. */
export function Welcome() {
  const t = useText()
  const guest = useSend(account.guest, { onAnswer: signIn })
  return (
    <Card>
      <Stack gap={12}>
        <Stack gap={4}>
          <Words size={20} weight="bold" as="h2">
            {t('home.welcome')}
          </Words>
          <Words size={13} tone="second" as="p">
            {t('home.welcomeText')}
          </Words>
        </Stack>
        <Button
          text={t('shell.tryItNow')}
          size="large"
          wide
          busy={guest.isBusy}
          onPress={() => void guest.send({ language: language.get() })}
        />
        <Line gap={12} spread="even">
          <Button text={t('shell.logIn')} kind="secondary" wide href={addressOf('login')} />
          <Button text={t('shell.register')} kind="secondary" wide href={addressOf('register')} />
        </Line>
      </Stack>
    </Card>
  )
}

import { sessions } from '@mex/contract/account/sessions.ts'
import { security } from '@mex/contract/account/security.ts'

import { useSend } from '#data/call.ts'
import { useNavigation } from '#data/use-navigation.ts'
import { FormMessage } from '#components/form-message.tsx'
import { CurrentPassword } from '#areas/account/fields/current-password.tsx'
import { GuestNotice } from './guest-notice.tsx'
import { NewPassword } from '#areas/account/fields/new-password.tsx'
import { ConfirmPassword } from '#areas/account/fields/confirm-password.tsx'
import { useCurrentUser } from '#areas/account/door/use-current-user.ts'
import { CallForm, FormField, useCallForm } from '#components/call-form.tsx'
import { useText } from '#text/use-text.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Screen } from '#ui/screen.tsx'
import { SkeletonCard } from '#ui/skeleton.tsx'

export function LoginPassword() {
  const t = useText()
  const user = useCurrentUser()
  return (
    <Screen title={t('titles.loginPassword')} waiting={user === undefined}>
      {user === undefined ? (
        <SkeletonCard height={420} />
      ) : user.isGuest ? (
        <GuestNotice />
      ) : (
        <ChangeForm isCompany={user.userType === 4} names={[user.username, user.email ?? '']} />
      )}
    </Screen>
  )
}

const empty = { oldPassword: '', newPassword: '', confirmPassword: '' }

function ChangeForm({ isCompany, names }: { isCompany: boolean; names: readonly string[] }) {
  const t = useText()
  const navigation = useNavigation()
  const change = useSend(security.changePassword, {
    showsRefusals: true,
    done: true,
    stale: [sessions.sessions],
  })
  const form = useCallForm(security.changePassword, empty, change.failure)
  const { control, message } = form
  const submit = form.submitTo(async (input) => {
    if ((await change.send(input)) !== undefined) navigation.back()
  })
  return (
    <Card>
      <CallForm onSubmit={() => void submit()}>
        <FormField control={control} name="oldPassword">
          {(field) => <CurrentPassword field={field} label={t('security.oldPassword')} />}
        </FormField>
        <FormField control={control} name="newPassword">
          {(field) => (
            <NewPassword
              field={field}
              label={t('security.newPassword')}
              use={isCompany ? 'company' : 'change'}
              names={names}
            />
          )}
        </FormField>
        <FormField control={control} name="confirmPassword">
          {(field) => (
            <ConfirmPassword field={field} first={form.watch('newPassword')} label={t('security.newAgain')} />
          )}
        </FormField>
        <FormMessage message={message} failure={change.failure} />
        <Button text={t('security.change')} type="submit" size="large" wide busy={change.isBusy} />
      </CallForm>
    </Card>
  )
}

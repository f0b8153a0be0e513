import { account } from '@mex/contract/account/calls.ts'
import { security } from '@mex/contract/account/security.ts'
import { useState } from 'react'

import { useSend } from '#data/call.ts'
import { useNavigation } from '#data/use-navigation.ts'
import { EmailCode } from '#areas/account/fields/email-code.tsx'
import { FormMessage } from '#components/form-message.tsx'
import { GuestNotice } from './guest-notice.tsx'
import { PayPasswordField, usePayLockout } from '#areas/account/door/pay-password-field.tsx'
import { ConfirmPassword } from '#areas/account/fields/confirm-password.tsx'
import { useCurrentUser } from '#areas/account/door/use-current-user.ts'
import { CallForm, FormField, useCallForm, type FieldBinding } from '#components/call-form.tsx'
import { useText } from '#text/use-text.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Stack } from '#ui/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import { PasswordField } from '#ui/password-field.tsx'
import { Screen } from '#ui/screen.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { SkeletonCard } from '#ui/skeleton.tsx'
import { Typography } from '#ui/typography.tsx'

export function PayPassword() {
  const t = useText()
  const user = useCurrentUser()
  return (
    <Screen title={t('titles.payPassword')} waiting={user === undefined}>
      <Typography as="p" size={13} tone="second">
        {t('security.payIntro')}
      </Typography>
      {user === undefined ? (
        <SkeletonCard height={320} />
      ) : user.isGuest ? (
        <GuestNotice />
      ) : user.hasPayPassword ? (
        <Existing email={user.email ?? ''} />
      ) : (
        <SetForm email={undefined} />
      )}
    </Screen>
  )
}

/** The two ways to change the transaction password: with the current one, or with a code by e-mail. */
function Existing({ email }: { email: string }) {
  const t = useText()
  const [way, setWay] = useState<'old' | 'code'>('old')
  return (
    <Stack gap={16}>
      <Segmented
        label={t('security.payWay')}
        options={[
          { value: 'old', text: t('security.byOld') },
          { value: 'code', text: t('security.byCode') },
        ]}
        value={way}
        onChange={setWay}
      />
      {way === 'old' ? <ChangeForm /> : <SetForm email={email} />}
    </Stack>
  )
}

const emptyChange = { oldPayPassword: '', payPassword: '', confirmPayPassword: '' }

function ChangeForm() {
  const t = useText()
  const navigation = useNavigation()
  const change = useSend(security.changePayPassword, { showsRefusals: true, done: true })
  const form = useCallForm(security.changePayPassword, emptyChange, change.failure)
  const { control, message } = form
  const isLocked = usePayLockout(change.failure).left !== undefined
  const submit = form.submitTo(async (input) => {
    if ((await change.send(input)) !== undefined) navigation.back()
  })
  return (
    <Card>
      <CallForm onSubmit={() => void submit()}>
        <FormField control={control} name="oldPayPassword">
          {(field) => <PayPasswordField field={field} label={t('security.oldPay')} failure={change.failure} />}
        </FormField>
        <FormField control={control} name="payPassword">
          {(field) => <NewPayPassword field={field} label={t('security.newPay')} />}
        </FormField>
        <FormField control={control} name="confirmPayPassword">
          {(field) => (
            <ConfirmPassword field={field} first={form.watch('payPassword')} label={t('security.newPayAgain')} />
          )}
        </FormField>
        <FormMessage message={message} />
        <Button
          text={t('security.changePay')}
          type="submit"
          size="large"
          wide
          busy={change.isBusy}
          disabled={isLocked}
        />
      </CallForm>
    </Card>
  )
}

function NewPayPassword({ field, label }: { field: FieldBinding<string>; label: string }) {
  const t = useText()
  return (
    <PasswordField
      {...field}
      label={label}
      hint={t('security.payHint')}
      autoComplete="new-password"
      maxLength={20}
      required
    />
  )
}

const emptySet = { payPassword: '', confirmPayPassword: '', emailCode: '' }

/** Sets the first transaction password; with `email`, replaces it by a code. */
function SetForm({ email }: { email: string | undefined }) {
  const t = useText()
  const navigation = useNavigation()
  const set = useSend(security.setPayPassword, {
    showsRefusals: true,
    done: true,
    stale: [account.me],
  })
  const form = useCallForm(security.setPayPassword, emptySet, set.failure)
  const { control, message } = form
  const submit = form.submitTo(async (input) => {
    if ((await set.send(input)) !== undefined) navigation.back()
  })
  return (
    <Card>
      <CallForm onSubmit={() => void submit()}>
        {email === undefined ? undefined : (
          <>
            <Notice tone="warn">{t('security.payResetText')}</Notice>
            <FormField control={control} name="emailCode">
              {(field) => (
                <EmailCode field={field} email={email} purpose="payPassword" checkEmail={() => Promise.resolve(true)} />
              )}
            </FormField>
          </>
        )}
        <FormField control={control} name="payPassword">
          {(field) => (
            <NewPayPassword field={field} label={t(email === undefined ? 'security.payPassword' : 'security.newPay')} />
          )}
        </FormField>
        <FormField control={control} name="confirmPayPassword">
          {(field) => (
            <ConfirmPassword
              field={field}
              first={form.watch('payPassword')}
              label={t(email === undefined ? 'security.payAgain' : 'security.newPayAgain')}
            />
          )}
        </FormField>
        <FormMessage message={message} />
        <Button text={t('security.setPay')} type="submit" size="large" wide busy={set.isBusy} />
      </CallForm>
    </Card>
  )
}

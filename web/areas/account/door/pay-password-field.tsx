import type { CallFailure } from '#data/failure.ts'
import type { FieldBinding } from '#components/call-form.tsx'
import { useText } from '#text/use-text.ts'
import { PasswordField } from '#ui/password-field.tsx'
import { useLockout, type Lockout } from '#components/lockout.ts'

/** Five wrong attempts lock the transaction password for a while. */
export const usePayLockout = (failure: CallFailure | undefined): Lockout => useLockout(failure, 'pay_password_locked')

type Props = {
  field: FieldBinding<string>
  label: string
  /** The failure of the call that sends the password. */
  failure: CallFailure | undefined
}

/** Screen readers do not announce every second. */
function LockedFor({ time }: { time: string }) {
  const t = useText()
  return (
    <span role="timer" aria-live="off">
      {t('security.payLocked', { time })}
    </span>
  )
}

/** The current transaction password, with the countdown of a lockout. */
export function PayPasswordField({ field, label, failure }: Props) {
  const { left, hasEnded: isOver } = usePayLockout(failure)
  return (
    <PasswordField
      {...field}
      label={label}
      autoComplete="off"
      error={isOver ? undefined : field.error}
      aside={left === undefined ? undefined : <LockedFor time={left} />}
      maxLength={128}
      required
    />
  )
}

import type { FieldBinding } from '#components/call-form.tsx'
import { useText } from '#text/use-text.ts'
import { PasswordField } from '#ui/password-field.tsx'

/** Shows a mismatch while typing, but not before the confirmation is as long as the password. */
const differ = (first: string, second: string): boolean =>
  second !== '' && second.length >= first.length && second !== first

/** The confirmation of a new password. */
export function ConfirmPassword({
  field,
  first,
  label,
}: {
  field: FieldBinding<string>
  first: string
  label: string
}) {
  const t = useText()
  return (
    <PasswordField
      {...field}
      label={label}
      autoComplete="new-password"
      maxLength={128}
      error={differ(first, field.value) ? t('spec.messages.passwordsDiffer') : field.error}
      required
    />
  )
}

import { hrefOf } from '#data/links.ts'
import type { FieldBinding } from '#components/call-form.tsx'
import { useText } from '#text/use-text.ts'
import { PasswordField } from '#ui/password-field.tsx'
import { TextButton } from '#ui/text-button.tsx'

/** The login password of the user, with a link for a forgotten one. */
export function CurrentPassword({ field, label }: { field: FieldBinding<string>; label: string }) {
  const t = useText()
  return (
    <PasswordField
      {...field}
      label={label}
      autoComplete="current-password"
      aside={<TextButton text={t('auth.forgot')} href={hrefOf('resetPassword')} />}
      maxLength={128}
      required
    />
  )
}

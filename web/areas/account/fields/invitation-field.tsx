import type { FieldBinding } from '#components/call-form.tsx'
import { capitalize } from '#text/capitalize.ts'
import { useText } from '#text/use-text.ts'
import { TextField } from '#ui/text-field.tsx'

/** The six-character code of the inviting user; optional. */
export function InvitationField({ field }: { field: FieldBinding<string> }) {
  const t = useText()
  const label = t('auth.optional', { label: capitalize(t('spec.individualLabels.invitationCode')) })
  return <TextField {...field} label={label} autoComplete="off" autoCapitalize="characters" maxLength={6} />
}

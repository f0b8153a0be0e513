import type { Bound } from '#parts/call-form.tsx'
import { sentence } from '#text/sentence.ts'
import { useText } from '#text/use-text.ts'
import { TextField } from '#ui/text-field.tsx'

/** The code of whoever invited, six characters; whoever was not invited leaves it empty. */
export function InvitationField({ field }: { field: Bound<string> }) {
  const t = useText()
  const label = t('auth.optional', { label: sentence(t('spec.individualLabels.invitationCode')) })
  return <TextField {...field} label={label} autoComplete="off" autoCapitalize="characters" maxLength={6} />
}

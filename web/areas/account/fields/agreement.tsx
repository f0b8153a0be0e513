import type { FieldBinding } from '#components/call-form.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { AgreementText } from '#areas/account/door/legal-links.tsx'

/** The consent checkbox for the three documents. */
export const Agreement = ({ field }: { field: FieldBinding<boolean> }) => (
  <Checkbox label={<AgreementText />} checked={field.value} onChange={field.onChange} error={field.error} />
)

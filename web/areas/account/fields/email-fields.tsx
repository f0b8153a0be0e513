import type { authentication } from '@mex/contract/account/authentication.ts'
import type { Input } from '@mex/contract/call.ts'
import { useWatch, type Control, type FieldPath, type FieldValues } from 'react-hook-form'

import { FormField, type FieldBinding } from '#components/call-form.tsx'
import { capitalize } from '#text/capitalize.ts'
import { useText } from '#text/use-text.ts'
import { TextField } from '#ui/text-field.tsx'
import { EmailCode } from './email-code.tsx'

/** The fields of every form that verifies an e-mail address. */
type WithEmail = FieldValues & { email: string; emailCode: string }

type Props<Values extends WithEmail, Asked> = {
  form: {
    readonly control: Control<Values, unknown, Asked>
    readonly trigger: (name: FieldPath<Values>, options: { shouldFocus: boolean }) => Promise<boolean>
  }
  purpose: Input<typeof authentication.sendEmailCode>['purpose']
  hint?: string
  /** The address is the user name under which the browser stores the password. */
  isName?: boolean
}

/** Both fields hold texts, which the generic form type cannot express. */
const textOf = (field: unknown): FieldBinding<string> => field as FieldBinding<string>

/** An e-mail address and the code sent to it. */
export function EmailFields<Values extends WithEmail, Asked>(props: Props<Values, Asked>) {
  const { form, purpose, hint, isName = false } = props
  const t = useText()
  const { control } = form
  const [email, emailCode] = ['email', 'emailCode'] as readonly string[] as [FieldPath<Values>, FieldPath<Values>]
  const address: string = useWatch({ control, name: email })
  return (
    <>
      <FormField control={control} name={email}>
        {(field) => (
          <TextField
            {...textOf(field)}
            label={capitalize(t('spec.individualLabels.email'))}
            type="email"
            inputMode="email"
            autoComplete={isName ? 'username' : 'email'}
            hint={hint}
            maxLength={50}
            required
          />
        )}
      </FormField>
      <FormField control={control} name={emailCode}>
        {(field) => (
          <EmailCode
            field={textOf(field)}
            email={address}
            purpose={purpose}
            checkEmail={() => form.trigger(email, { shouldFocus: false })}
          />
        )}
      </FormField>
    </>
  )
}

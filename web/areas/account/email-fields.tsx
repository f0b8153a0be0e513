import type { account } from '@mex/contract/account/calls.ts'
import type { Input } from '@mex/contract/call.ts'
import { useWatch, type Control, type FieldPath, type FieldValues } from 'react-hook-form'

import { FormField, type FieldBinding } from '#components/call-form.tsx'
import { capitalize } from '#text/capitalize.ts'
import { useText } from '#text/use-text.ts'
import { TextField } from '#ui/text-field.tsx'
import { EmailCode } from './email-code.tsx'

/** What every form has that proves an address: the address, and the code that was sent to it. */
type WithEmail = FieldValues & { email: string; emailCode: string }

type Props<Values extends WithEmail, Asked> = {
  form: {
    readonly control: Control<Values, unknown, Asked>
    readonly trigger: (name: FieldPath<Values>, options: { shouldFocus: boolean }) => Promise<boolean>
  }
  purpose: Input<typeof account.sendEmailCode>['purpose']
  hint?: string
  /** Nothing else names the account: the browser keeps its password under the address. */
  isName?: boolean
}

/** Both fields hold texts, which their names do not show in a form of any shape. */
const textOf = (field: unknown): FieldBinding<string> => field as FieldBinding<string>

/** An address, and the code that is sent to it. */
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

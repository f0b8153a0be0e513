import { passwordLengths, passwordMarks, passwordShape, type PasswordUse } from '@mex/core/account/passwords.ts'
import { Check, Circle } from 'lucide-react'

import { useProduct } from '#data/product.ts'
import type { FieldBinding } from '#components/call-form.tsx'
import { useText } from '#text/use-text.ts'
import { VisuallyHidden, Stack } from '#ui/layout.tsx'
import { PasswordField } from '#ui/password-field.tsx'
import styles from './new-password.module.css'
import { passwordRulesMet, passwordStrength } from './password-strength.ts'

type Props = {
  field: FieldBinding<string>
  label: string
  use: PasswordUse
  /** Names that the password must not equal: the user ID, the e-mail address. */
  names: readonly string[]
}

/** A field for a new password with its strength and the rules that it meets. */
export function NewPassword({ field, label, use, names }: Props) {
  const t = useText()
  const policy = useProduct().passwordPolicy
  const shape = passwordShape(use, policy)
  const { min, max } = passwordLengths[shape]
  const met = passwordRulesMet(field.value, { use, policy, names })
  const marked = t('auth.ruleCharacters', { marks: passwordMarks })
  const characters = { registration: marked, change: marked, company: t('auth.ruleLetters'), strict: undefined }[shape]
  const rules = [
    { text: t('auth.ruleLength', { least: String(min), most: String(max) }), isMet: met.hasLength },
    ...(characters === undefined ? [] : [{ text: characters, isMet: met.hasOnlyAllowed }]),
    { text: t('auth.ruleName'), isMet: met.isOwn },
  ]
  const strength = passwordStrength(field.value)
  const word = [undefined, t('auth.weak'), t('auth.fair'), t('auth.good'), t('auth.strong')][strength]
  return (
    <Stack gap={8}>
      <PasswordField {...field} label={label} autoComplete="new-password" maxLength={128} required />
      <StrengthBar strength={strength} />
      <div className={styles['below']}>
        <ul className={styles['rules']}>
          {rules.map((rule) => (
            <li key={rule.text} className={styles['rule']} data-met={rule.isMet || undefined}>
              {rule.isMet ? <Check aria-hidden="true" /> : <Circle aria-hidden="true" />}
              <span>{rule.text}</span>
              <VisuallyHidden>{rule.isMet ? t('auth.met') : t('auth.notMet')}</VisuallyHidden>
            </li>
          ))}
        </ul>
        <output className={styles['word']}>
          <VisuallyHidden>{t('auth.strength')}</VisuallyHidden>
          {word ?? ''}
        </output>
      </div>
    </Stack>
  )
}

function StrengthBar({ strength }: { strength: number }) {
  return (
    <div className={styles['steps']} data-strength={strength} aria-hidden="true">
      {[1, 2, 3, 4].map((step) => (
        <span key={step} data-on={step <= strength || undefined} />
      ))}
    </div>
  )
}

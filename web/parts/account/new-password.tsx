import { Check, Circle } from 'lucide-react'

import type { Bound } from '#parts/call-form.tsx'
import { useText } from '#text/use-text.ts'
import { ForReaders, Stack } from '#ui/layout.tsx'
import { PasswordField } from '#ui/password-field.tsx'
import styles from './new-password.module.css'
import { passwordMarks, passwordRulesMet, passwordStrength } from './password-strength.ts'

type Props = {
  field: Bound<string>
  label: string
  /** It may not be the password. */
  email: string
}

/** A password that is being chosen: how strong it is, and which rules it meets. */
export function NewPassword({ field, label, email }: Props) {
  const t = useText()
  const met = passwordRulesMet(field.value, email)
  const rules = [
    { text: t('auth.ruleLength'), isMet: met.hasLength },
    { text: t('auth.ruleCharacters', { marks: passwordMarks }), isMet: met.hasOnlyAllowed },
    { text: t('auth.ruleName'), isMet: met.isOwn },
  ]
  return (
    <Stack gap={8}>
      <PasswordField {...field} label={label} autoComplete="new-password" maxLength={50} required />
      <StrengthBar password={field.value} />
      <ul className={styles['rules']}>
        {rules.map((rule) => (
          <li key={rule.text} className={styles['rule']} data-met={rule.isMet || undefined}>
            {rule.isMet ? <Check aria-hidden="true" /> : <Circle aria-hidden="true" />}
            <span>{rule.text}</span>
            <ForReaders>{rule.isMet ? t('auth.met') : t('auth.notMet')}</ForReaders>
          </li>
        ))}
      </ul>
    </Stack>
  )
}

function StrengthBar({ password }: { password: string }) {
  const t = useText()
  const strength = passwordStrength(password)
  const words = [undefined, t('auth.weak'), t('auth.fair'), t('auth.good'), t('auth.strong')]
  const word = words[strength]
  return (
    <div className={styles['strength']}>
      <div className={styles['steps']} data-strength={strength} aria-hidden="true">
        {[1, 2, 3, 4].map((step) => (
          <span key={step} data-on={step <= strength || undefined} />
        ))}
      </div>
      <output className={styles['word']}>
        <ForReaders>{t('auth.strength')}</ForReaders>
        {word ?? ''}
      </output>
    </div>
  )
}

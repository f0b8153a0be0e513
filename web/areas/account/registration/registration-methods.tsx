import { useNavigation } from '#data/use-navigation.ts'
import { useText } from '#text/use-text.ts'
import { Segmented } from '#ui/segmented.tsx'

export type RegistrationMethod = 'email' | 'individual' | 'company'

const paths = {
  email: 'register',
  individual: 'registerIndividual',
  company: 'registerCompany',
} as const satisfies Record<RegistrationMethod, string>

/** Links to the three registration forms; they keep the invitation code. */
export function RegistrationMethods({ way, invite }: { way: RegistrationMethod; invite: string | undefined }) {
  const t = useText()
  const navigation = useNavigation()
  const texts = { email: t('auth.byEmail'), individual: t('auth.byIndividual'), company: t('auth.byCompany') }
  const options = (['email', 'individual', 'company'] as const).map((value) => ({ value, text: texts[value] }))
  return (
    <Segmented
      label={t('auth.ways')}
      options={options}
      value={way}
      onChange={(chosen) => navigation.replace(paths[chosen], { invite })}
    />
  )
}

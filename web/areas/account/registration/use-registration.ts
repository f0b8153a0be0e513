import { authentication } from '@mex/contract/account/authentication.ts'
import type { Call, Input } from '@mex/contract/call.ts'
import type { DefaultValues, FieldValues } from 'react-hook-form'

import { useSend } from '#data/call.ts'
import { signIn, signOut, whileEndingSession } from '#data/session.ts'
import { useNavigation } from '#data/use-navigation.ts'
import { useCallForm } from '#components/call-form.tsx'
import { prefillName } from '#areas/account/sign-in/prefilled-name.ts'
import { useText } from '#text/use-text.ts'

type Registering = { readonly email: string; readonly password: string }

/**
 * Registers, then signs in with the same credentials: the token of the registration is valid for verification only and
 * is not stored.
 */
export function useRegistration<C extends Call, Values extends FieldValues>(
  call: C,
  empty: DefaultValues<Values> & Values,
) {
  const t = useText()
  const navigation = useNavigation()
  const register = useSend(call, { showsRefusals: true, done: t('spec.successes.registerSuccess') })
  const login = useSend(authentication.login, { showsRefusals: true })
  const form = useCallForm<C, Values>(call, empty, register.failure, { draft: call.path })
  const submit = form.submitTo((input) =>
    whileEndingSession(async () => {
      const { email, password } = input as Input<C> & Registering
      if ((await register.send(input)) === undefined) return undefined
      const answer = await login.send({ username: email, password })
      if (answer === undefined) {
        signOut()
        prefillName(email)
        navigation.replace('login')
        return true
      }
      signIn(answer)
      navigation.back()
      return true
    }),
  )
  return { form, submit, isBusy: register.isBusy || login.isBusy }
}

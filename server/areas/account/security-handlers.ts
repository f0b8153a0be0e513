import type { Handlers } from '@mex/contract/call.ts'
import type { calls } from '@mex/contract/areas.ts'
import { maskedSecurityNumber } from '@mex/core/account/security-number.ts'
import type { Context, PersonContext } from '#context.ts'
import type { AccountDependencies } from './dependencies.ts'
import { changePassword, resetPassword } from './login-password.ts'
import {
  addPasskey,
  passkeyCreationOptions,
  passkeyRequestOptions,
  passkeyView,
  removePasskey,
  signInByPasskey,
} from './passkeys.ts'
import { changePayPassword, setPayPassword } from './pay-password.ts'
import { registerFully } from './registration.ts'
import { detailsOf, securityNumberPlace } from './store-details.ts'
import { passkeysOf } from './store-passkeys.ts'

export function registrationHandlers(dependencies: AccountDependencies) {
  return {
    registerFully: (input, context) => registerFully(input, context, dependencies),
    countries: async (_, { language }) => dependencies.countries.in(language),
    async details(_, { db, person: { userId } }) {
      const kept = await detailsOf(db, userId)
      const number =
        kept === undefined
          ? undefined
          : String(dependencies.encryption.decrypt(kept.securityNumber, securityNumberPlace(userId)))
      return {
        phoneNumber: kept?.phoneNumber,
        streetAddress: kept?.streetAddress,
        additionalAddress: kept?.additionalAddress,
        stateProvince: kept?.stateProvince,
        country: kept?.country,
        socialSecurityNumber: number === undefined ? undefined : maskedSecurityNumber(number),
      }
    },
  } satisfies Handlers<typeof calls.registration, Context, PersonContext>
}

export function securityHandlers(dependencies: AccountDependencies) {
  return {
    resetPassword: (input, context) => resetPassword(input, context, dependencies),
    changePassword: (input, context) => changePassword(input, context, dependencies),
    changePayPassword: (input, context) => changePayPassword(input, context, dependencies),
    setPayPassword: (input, context) => setPayPassword(input, context, dependencies),
    passkeyCreationOptions: (input, context) => passkeyCreationOptions(input, context, dependencies),
    addPasskey: (input, context) => addPasskey(input, context),
    passkeyRequestOptions: (_, context) => passkeyRequestOptions(context, dependencies),
    loginByPasskey: (input, context) => signInByPasskey(input, context, dependencies),
    async passkeys(_, { db, person }) {
      return (await passkeysOf(db, person.userId)).map(passkeyView)
    },
    removePasskey: (input, context) => removePasskey(input, context),
  } satisfies Handlers<typeof calls.security, Context, PersonContext>
}

import { security, type Passkey } from '@mex/contract/account/security.ts'
import type { UserWithToken } from '@mex/contract/account/shapes.ts'

import { send } from '#data/send.ts'

/** Browsers support passkeys in secure contexts with a host name, not with an IP address. */
export const passkeysWork = (): boolean =>
  window.isSecureContext && typeof PublicKeyCredential === 'function' && !/^[\d.]+$|^\[/.test(location.hostname)

/** The library, loaded on first use. */
const browser = () => import('@simplewebauthn/browser')

/** Creates a passkey on this device and registers it with the server. */
export async function createPasskey(name: string, password: string): Promise<Passkey> {
  const { options } = await send(security.passkeyCreationOptions, { password })
  const { startRegistration } = await browser()
  const credential = await startRegistration({ optionsJSON: options as never })
  return send(security.addPasskey, { name, credential: credential as never })
}

/** Signs in with a passkey of this device or of another one nearby. */
export async function signInByPasskey(): Promise<UserWithToken> {
  const { options } = await send(security.passkeyRequestOptions, {})
  const { startAuthentication } = await browser()
  const credential = await startAuthentication({ optionsJSON: options as never })
  return send(security.loginByPasskey, { credential: credential as never })
}

export type PasskeyProblem = 'cancelled' | 'taken' | 'other'

/** The reason for which the browser failed, as far as it reports one. */
export function passkeyProblem(error: unknown): PasskeyProblem | undefined {
  const name = error instanceof Error ? error.name : ''
  if (name === 'NotAllowedError' || name === 'AbortError') return 'cancelled'
  if (name === 'InvalidStateError') return 'taken'
  return error instanceof Error && 'code' in error && name === 'CallFailure' ? undefined : 'other'
}

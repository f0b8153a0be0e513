/** The e-mail address of a registration or password reset, to prefill the login page; never a password. */
let prefilled: string | undefined

export function prefillName(email: string): void {
  prefilled = email
}

export const prefilledName = (): string | undefined => prefilled

export function clearPrefilledName(): void {
  prefilled = undefined
}

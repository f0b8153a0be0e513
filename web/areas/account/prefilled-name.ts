/** What somebody has just proved or registered under, for the page where they sign in with it; never a password. */
let prefilled: string | undefined

export function prefillName(email: string): void {
  prefilled = email
}

export const prefilledName = (): string | undefined => prefilled

export function clearPrefilledName(): void {
  prefilled = undefined
}

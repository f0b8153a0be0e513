/** What somebody has just proved or registered under, for the page where they sign in with it; never a password. */
let known: string | undefined

export function leaveName(email: string): void {
  known = email
}

export const leftName = (): string | undefined => known

export function forgetName(): void {
  known = undefined
}

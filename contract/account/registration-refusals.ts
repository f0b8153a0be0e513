/**
 * Refusals of every registration by e-mail. In a file of its own: every page loads the calls of the account, and must not load the
 * fields of a registration with them.
 */
export const registrationRefusals = [
  'email_taken',
  'code_incorrect',
  'code_expired',
  'password_format',
  'passwords_differ',
  'invitation_invalid',
] as const

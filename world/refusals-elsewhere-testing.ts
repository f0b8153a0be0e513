/** Areas and single refusals that another test provokes. */
export const elsewhere: readonly (readonly [name: RegExp, file: string])[] = [
  [/^trading\.(?!bills )/, 'server/areas/trading/refusals.test.ts'],
  [/^market\.fund/, 'server/areas/trading/refusals.test.ts'],
  [/^account\.(login|register) unavailable$/, 'server/areas/account/busy.test.ts'],
  [/^kyc\.applyForService (?!agreement)/, 'server/areas/kyc/permissions.test.ts'],
  [/^kyc\.(submit|status) (?!text_too_long)/, 'server/areas/kyc/kyc.test.ts'],
  [/^files\./, 'server/areas/files/files.test.ts'],
  [/^funding\./, 'world/funding.test.ts'],
  [/^(registration|security)\.\w+ unavailable$/, 'server/areas/account/busy.test.ts'],
  [/^registration\.registerFully (document_number_real|card_number_real)$/, 'server/areas/account/company.test.ts'],
  [/^registration\.registerFully (wrong_state|email_taken)$/, 'server/areas/account/full-registration.test.ts'],
  [
    /^security\.(reset|change)Password (code_expired|password_format|wrong_password|too_many_attempts)$/,
    'server/areas/account/login-password.test.ts',
  ],
  [
    /^security\.(set|change)PayPassword (password_format|too_many_attempts|code_incorrect|code_expired|pay_password_\w+)$/,
    'server/areas/account/pay-password.test.ts',
  ],
  [
    /^security\.(passkeyCreationOptions (wrong_password|too_many_attempts)|addPasskey wrong_state)$/,
    'server/areas/account/passkeys.test.ts',
  ],
  [/^records\.(requestExport|closeAccount|resetPractice) /, 'server/areas/records/account-closing.test.ts'],
  [/^records\.exportFile /, 'server/areas/records/export.test.ts'],
  [/^(offerings|placings)\.apply wrong_state$/, 'server/areas/offerings/resetting.test.ts'],
  [/^account\.register wrong_state$/, 'server/areas/account/registration.test.ts'],
]

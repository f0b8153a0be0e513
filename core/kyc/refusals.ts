/** Refusals of a verification; the numbers and texts are in `contract/kyc/refusals.ts`. */
export type KycRefusal =
  | 'verification_missing'
  | 'verification_pending'
  | 'already_verified'
  | 'document_number_real'
  | 'submissions_used_up'
  | 'permission_missing'
  | 'permission_pending'
  | 'permission_open'

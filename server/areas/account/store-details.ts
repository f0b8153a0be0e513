import { isoInstant } from '#clock.ts'
import { sql, type Tx } from '#db/sql.ts'

/** The registration details of an individual (specification, entities: individual registration). */
export type IndividualDetails = {
  readonly streetAddress: string
  readonly additionalAddress: string | undefined
  readonly stateProvince: string
  readonly phoneNumber: string
  readonly country: string
  /** Encrypted. */
  readonly securityNumber: Buffer
}

/** The encryption context of a security number: binds the ciphertext to its user. */
export const securityNumberPlace = (userId: number): string => `individual_details ${userId} security_number`

export async function insertDetails(tx: Tx, userId: number, details: IndividualDetails, now: number): Promise<void> {
  const { streetAddress, additionalAddress, stateProvince, phoneNumber, country, securityNumber } = details
  await sql`
    insert into individual_details (user_id, street_address, additional_address, state_province, phone_number,
      country, security_number, created_at)
    values (${userId}, ${streetAddress}, ${additionalAddress}, ${stateProvince}, ${phoneNumber}, ${country},
      ${securityNumber}, ${isoInstant(now)})`.execute(tx)
}

type Stored = Omit<IndividualDetails, 'additionalAddress'> & { readonly additionalAddress: string | null }

export async function detailsOf(tx: Tx, userId: number): Promise<IndividualDetails | undefined> {
  const { rows } = await sql<Stored>`
    select street_address as "streetAddress", additional_address as "additionalAddress",
      state_province as "stateProvince", phone_number as "phoneNumber", country,
      security_number as "securityNumber"
    from individual_details where user_id = ${userId}`.execute(tx)
  const row = rows[0]
  return row === undefined ? undefined : { ...row, additionalAddress: row.additionalAddress ?? undefined }
}

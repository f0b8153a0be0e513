import { change, type Balance, type Journal } from './ledger.ts'

/**
 * One number for the sums of all accounts: Σ amount × weight(account), modulo a prime. This is a universal hash (Carter and
 * Wegman, 1979). The weight of an account is the product of two secret numbers, that of its user and that of its place, so
 * that the fingerprint is a polynomial of degree 2 in the secrets: whoever does not know them finds other sums of the same
 * fingerprint with a chance of 2 in 2^255 (Schwartz and Zippel). It is linear: the fingerprint of new lines is added to that
 * of all lines before.
 */
export type Fingerprint = bigint & { readonly brand: 'fingerprint' }

/** The secret number of a user or of a place; modulo the prime each is as likely as any other. */
export type Secret = (name: string) => bigint

/** The largest prime below 2^255. */
export const fingerprintPrime = 2n ** 255n - 19n

export const emptyFingerprint = 0n as Fingerprint

/** By how much one account of a user rises; `place` is the account, its wallet and its currency. */
export type Change = { readonly user: number; readonly place: string; readonly amount: bigint }

/** Changes of the same user are cheapest one after the other. */
export function addChanges(fingerprint: Fingerprint, secret: Secret, changes: Iterable<Change>): Fingerprint {
  const places = new Map<string, bigint>()
  let sum: bigint = fingerprint
  let own: { readonly user: number; readonly secret: bigint } | undefined
  for (const { user, place, amount } of changes) {
    if (own?.user !== user) own = { user, secret: secret(`user ${user}`) }
    const weight = places.get(place) ?? secret(`place ${place}`)
    places.set(place, weight)
    sum += amount * weight * own.secret
  }
  return reduced(sum)
}

export const addFingerprints = (left: Fingerprint, right: Fingerprint): Fingerprint => reduced(left + right)
export const subtractFingerprints = (from: Fingerprint, part: Fingerprint): Fingerprint => reduced(from - part)

function reduced(sum: bigint): Fingerprint {
  const rest = sum % fingerprintPrime
  return (rest < 0n ? rest + fingerprintPrime : rest) as Fingerprint
}

/** The changes of users' balances by a journal. The accounts of the platform have no balance. */
export const balanceChanges = ({ user = 0, lines }: Journal): readonly Change[] =>
  lines.flatMap((line) => {
    const { account, wallet, currency } = line
    return wallet === undefined ? [] : [{ user, place: `${account} ${wallet} ${currency}`, amount: change(line) }]
  })

/** A balance is the change from nothing. */
export const balanceChange = ({ user, account, wallet, currency, amount }: Balance): Change => ({
  user,
  place: `${account} ${wallet} ${currency}`,
  amount,
})

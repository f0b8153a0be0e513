import { magnitude } from '#money/decimal.ts'
import { addMoney, nothing, subtractMoney, type Currency, type Money, type Percent } from '#money/money.ts'
import { walletCurrency, wallets, type Wallet } from '#wallet/wallets.ts'
import { pesos, type PesoRates } from './curve.ts'
import { percentagesOf } from './percentages.ts'

/** What a net worth can consist of. Money that orders, withdrawals and transfers hold is cash until it is used. */
export const assetClasses = [
  'CASH',
  'SHARES',
  'FUNDS',
  'FUTURES',
  'FOREX',
  'BONDS',
  'APPLICATIONS',
  'FOLLOW',
  'QUANTIFY',
  'ROBOTS',
] as const
export type AssetClass = (typeof assetClasses)[number]

/** What is not cash, in the currency of its wallet. */
export type HoldingPart = {
  readonly wallet: Wallet
  readonly assetClass: Exclude<AssetClass, 'CASH'>
  /** In which its market prices it, where it was bought whole; else that of its wallet. */
  readonly currency: Currency
  /** The key of the sector of shares; undefined for everything else. */
  readonly sector: string | undefined
  /** The money of the wallet that is in it: margin, principal. */
  readonly held: Money
  /** What of it is the person's own: of a position margin and profit, less what it owes. */
  readonly worth: Money
  /** Market price × quantity of a position, whoever's money it is. */
  readonly exposure: Money | undefined
}

export type AllocationFacts = {
  readonly parts: readonly HoldingPart[]
  /** Everything that is in each wallet (available and used). */
  readonly balances: ReadonlyMap<Wallet, Money>
  readonly rates: PesoRates
}

/** A row of an allocation, in pesos. */
export type AllocationRow<Key> = {
  readonly key: Key
  readonly worth: Money
  /** Of the net worth; undefined where that is not above zero. */
  readonly share: Percent | undefined
  /** Set where more or less money moves with the market than the person's own. */
  readonly exposure: Money | undefined
}

export type Allocation = {
  readonly total: Money
  readonly classes: readonly AllocationRow<AssetClass>[]
  readonly currencies: readonly AllocationRow<Currency>[]
  /** Undefined: everything that has no sector. */
  readonly sectors: readonly AllocationRow<string | undefined>[]
}

type Part = Pick<HoldingPart, 'currency' | 'sector' | 'worth' | 'exposure'> & { readonly assetClass: AssetClass }

/**
 * The parts of a wallet and its cash in pesos. Each is the difference of two sums that are rounded as the wallet is, so that the
 * parts add up to what the overview says of it, to the centavo.
 */
function walletInPesos(
  wallet: Wallet,
  balance: Money,
  parts: readonly HoldingPart[],
  rates: PesoRates,
): readonly Part[] {
  const cash = subtractMoney(balance, addMoney(nothing, ...parts.map(({ held }) => held)))
  const all: readonly Part[] = [
    { assetClass: 'CASH', currency: walletCurrency[wallet], sector: undefined, worth: cash, exposure: undefined },
    ...parts,
  ]
  let [sum, told] = [nothing, nothing]
  return all.map(({ assetClass, currency, sector, worth, exposure }) => {
    sum = addMoney(sum, worth)
    const until = pesos(sum, wallet, rates)
    const own = subtractMoney(until, told)
    told = until
    return {
      assetClass,
      currency,
      sector,
      worth: own,
      exposure: exposure === undefined ? undefined : pesos(exposure, wallet, rates),
    }
  })
}

/**
 * What moves with the market, where it is not the person's own money alone. A centavo for each part is only rounding. Undefined of a row
 * with anything that has no market price, such as cash: the sum would be of a part of it.
 */
function exposureOf(parts: readonly Part[]): Money | undefined {
  if (parts.some(({ worth, exposure }) => worth !== 0n && exposure === undefined)) return undefined
  const exposed = parts.filter(({ exposure }) => exposure !== undefined)
  const exposure = addMoney(nothing, ...exposed.map((part) => part.exposure ?? nothing))
  const own = addMoney(nothing, ...exposed.map(({ worth }) => worth))
  return magnitude(exposure - own) > BigInt(exposed.length) ? exposure : undefined
}

/** Parts by a key, the largest first; what is worth nothing and moves with nothing is no row. */
function rowsBy<Key>(
  parts: readonly Part[],
  keyOf: (part: Part) => Key,
  isExposed = true,
): readonly AllocationRow<Key>[] {
  const rows = [...Map.groupBy(parts, keyOf)]
    .map(([key, own]) => ({
      key,
      worth: addMoney(nothing, ...own.map(({ worth }) => worth)),
      exposure: isExposed ? exposureOf(own) : undefined,
    }))
    .filter(({ worth, exposure }) => worth !== 0n || exposure !== undefined)
    .toSorted((one, other) => (one.worth < other.worth ? 1 : -1))
  const shares = percentagesOf(rows.map(({ worth }) => worth))
  return rows.map((row, index) => ({ ...row, share: shares?.[index] }))
}

/** What a net worth consists of: by class, by currency and by sector, each adding up to it. */
export function allocate({ parts, balances, rates }: AllocationFacts): Allocation {
  const all = wallets.flatMap((wallet) =>
    walletInPesos(
      wallet,
      balances.get(wallet) ?? nothing,
      parts.filter((part) => part.wallet === wallet),
      rates,
    ),
  )
  return {
    total: addMoney(nothing, ...all.map(({ worth }) => worth)),
    classes: rowsBy(all, ({ assetClass }) => assetClass),
    // How much moves with a currency also depends on what was borrowed in it: only the own money is said.
    currencies: rowsBy(all, ({ currency }) => currency, false),
    sectors: rowsBy(all, ({ sector }) => sector),
  }
}

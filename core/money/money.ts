import { assert } from '#assert.ts'
import { divide, formatDecimal, magnitude, parseDecimal, type Rounding } from './decimal.ts'

/** Currencies that a wallet can hold (rulebook §0.2). */
export const walletCurrencies = ['USD', 'MXN', 'HKD'] as const
export type WalletCurrency = (typeof walletCurrencies)[number]

/** ISO 4217 code of the currency an instrument is quoted in: not only the three of wallets. */
export type Currency = string

/** Minor units (cents) of one wallet currency. The wallet that it belongs to defines the currency. */
export type Money = bigint & { readonly brand: 'money' }
/** What one unit costs in the instrument's currency, with 8 decimals. */
export type Price = bigint & { readonly brand: 'price' }
/** Shares, contracts or lots, with 8 decimals. */
export type Quantity = bigint & { readonly brand: 'quantity' }
/** price × quantity × multiplier in the instrument's currency, with 8 decimals: not yet rounded to cents. */
export type Value = bigint & { readonly brand: 'value' }
/** A pure number with 12 decimals: conversion rates, shares of something, yearly interest. */
export type Rate = bigint & { readonly brand: 'rate' }
/** A percentage with 2 decimals: 125n is 1.25 %. */
export type Percent = bigint & { readonly brand: 'percent' }

export const moneyScale = 2
export const priceScale = 8
export const quantityScale = 8
export const rateScale = 12
const unit = 10n ** 8n
const whole = 10n ** 12n

export const money = (minor: bigint): Money => minor as Money
export const price = (raw: bigint): Price => raw as Price
export const quantity = (raw: bigint): Quantity => raw as Quantity
export const value = (raw: bigint): Value => raw as Value
export const rate = (raw: bigint): Rate => raw as Rate
export const percent = (hundredths: bigint): Percent => hundredths as Percent

export const nothing = money(0n)
export const one = rate(whole)

function literal(text: string, scale: number): bigint {
  const parsed = parseDecimal(text, scale)
  assert(parsed !== undefined, `${text} is a decimal of at most ${scale} places`)
  return parsed
}

/** From a text in program code or a checked-in table; for user input use the codecs of the contract. */
export const moneyOf = (text: string): Money => money(literal(text, moneyScale))
export const priceOf = (text: string): Price => price(literal(text, priceScale))
export const quantityOf = (text: string): Quantity => quantity(literal(text, quantityScale))
export const rateOf = (text: string): Rate => rate(literal(text, rateScale))

export const formatMoney = (amount: Money): string => formatDecimal(amount, moneyScale, moneyScale)
export const formatPrice = (amount: Price, decimals = 0): string => formatDecimal(amount, priceScale, decimals)
export const formatQuantity = (amount: Quantity): string => formatDecimal(amount, quantityScale, 0)
export const formatRate = (amount: Rate, decimals = 0): string => formatDecimal(amount, rateScale, decimals)

export const addMoney = (...amounts: readonly Money[]): Money =>
  money(amounts.reduce((sum, amount) => sum + amount, 0n))
export const subtractMoney = (from: Money, amount: Money): Money => money(from - amount)
export const addQuantity = (left: Quantity, right: Quantity): Quantity => quantity(left + right)
export const subtractQuantity = (from: Quantity, amount: Quantity): Quantity => quantity(from - amount)

/**
 * price × quantity × multiplier, signed like the price. Exact for every price that is a multiple of its tick and
 * every quantity that is a multiple of its lot (together they need at most 8 decimals); digits beyond are floored.
 */
export function valueOf(at: Price, amount: Quantity, multiplier: Rate): Value {
  return value(divide(at * amount * multiplier, unit * whole, 'floor'))
}

/** A value in the instrument's currency as cents of the wallet's: value × rate ÷ divisor, rounded once. */
export function convert(amount: Value, conversionRate: Rate, rounding: Rounding, divisor = 1n): Money {
  return money(divide(amount * conversionRate, 10n ** 18n * divisor, rounding))
}

/** Cents of one currency as cents of another (or a share of them): amount × rate, rounded once. */
export function multiply(amount: Money, by: Rate, rounding: Rounding): Money {
  return money(divide(amount * by, whole, rounding))
}

/** amount ÷ rate in cents, rounded once. */
export function divideBy(amount: Money, by: Rate, rounding: Rounding): Money {
  return money(divide(amount * whole, by, rounding))
}

export const absoluteValue = (amount: Value): Value => value(magnitude(amount))

import { isUsable } from '@mex/core/trading/execution.ts'
import type { WalletCurrency } from '@mex/core/money/money.ts'
import { walletCurrencies, type Rate } from '@mex/core/money/money.ts'
import type { Quote } from '@mex/core/market/quote.ts'
import type { TradingTick } from '@mex/core/trading/tick.ts'
import { present } from '@mex/core/assert.ts'
import { isRefusal, type Refusal } from '@mex/core/refusal.ts'
import type { TickListener, TickQuotes } from '#feeds/ticker.ts'
import type { TradingAnswer, TradingCommand } from '#areas/trading/commands.ts'
import type { TradingEngine } from '#areas/trading/engine.ts'
import { blockMarket, pricesAt, type Prices } from '#areas/trading/prices.ts'

type Halted = ReturnType<TradingEngine['dependencies']['haltedNow']>

/** Maximum number of users in one command of the lane. */
export const usersPerCommand = 100

/**
 * Turns the quotes of a tick into commands for the users that they concern (rulebook §15). A tick is handled after all
 * commands accepted before it have committed. The index only finds candidates: the command checks every rule on fresh rows.
 */
export function openMatcher(engine: TradingEngine): TickListener {
  const handleQuotes = openQuotes(engine)
  return {
    name: 'matcher',
    awaited: true,
    tick(now, quotes) {
      const tick = handleQuotes(now, quotes)
      engine.nights.handling(tick)
      return tick
    },
  }
}

function openQuotes(engine: TradingEngine): (now: number, quotes: TickQuotes) => Promise<void> {
  const { feed, haltedNow, quoteAgeSecondsMax, onError } = engine.dependencies
  const previous = new Map<string, Quote>()

  /** The quote of the previous tick, even if that tick was missed: it must be reproducible from public facts. */
  function predecessor(quote: Quote): Quote | undefined {
    const known = previous.get(quote.key)
    if (known !== undefined && feed.nextTick(known.receivedTime) >= quote.receivedTime) return known
    return feed.quote(quote.key, quote.receivedTime - 1)
  }

  function factsOf(quote: Quote, prices: Prices, halted: Halted): TradingTick | undefined {
    const instrument = prices.instrument(quote.key)
    const conversionRateToUsd = instrument === undefined ? undefined : prices.conversionRate(instrument.currency, 'USD')
    // Without its conversion rates nothing of this instrument can be settled: it waits for the next tick.
    if (instrument === undefined || conversionRateToUsd === undefined) return undefined
    const rates = ratesInto(prices, instrument.currency)
    if (rates === undefined) return undefined
    const before = predecessor(quote)
    const { now } = prices
    return {
      instrument,
      quote,
      previous: before,
      at: now,
      usable: !halted(quote.key) && isUsable(quote, before, now, quoteAgeSecondsMax),
      conversionRateOf: (currency) => present(rates.get(currency), `the rate into ${currency}`),
      conversionRateToUsd,
      date: engine.timetable.feeDate(instrument, now),
      releaseDate: engine.timetable.releaseDate(instrument, now),
      liquidationMode: 'full',
      blocks: blockMarket(feed, now),
    }
  }

  /** The users that the quotes concern, each with the ticks that concern them, in the order of the catalogue. */
  function concerns(quotes: TickQuotes, prices: Prices): Map<number, TradingTick[]> {
    const halted = haltedNow()
    const found = new Map<number, TradingTick[]>()
    for (const key of feed.instruments(prices.now).keys()) {
      const quote = engine.triggers.watches(key) ? quotes.fresh(key) : undefined
      if (quote === undefined) continue
      const users = engine.triggers.concerned(quote)
      if (users.size === 0) continue
      const tick = factsOf(quote, prices, halted)
      if (tick === undefined) continue
      previous.set(key, quote)
      for (const user of users) found.set(user, [...(found.get(user) ?? []), tick])
    }
    return found
  }

  async function handleTick(now: number, quotes: TickQuotes): Promise<void> {
    const prices = pricesAt(feed, now)
    await engine.triggers.refresh(prices)
    const concerned = [...concerns(quotes, prices)]
    const handled: Promise<TradingAnswer | Refusal>[] = []
    for (let start = 0; start < concerned.length; start += usersPerCommand) {
      const part = concerned.slice(start, start + usersPerCommand)
      const ticks = [...new Set(part.flatMap(([, own]) => own))]
      handled.push(handle(engine, { kind: 'tick', userId: undefined, users: part.map(([user]) => user), ticks }))
    }
    await settle(handled, (error) => onError?.(error))
  }
  return (now, quotes) => engine.atTick(now, () => handleTick(now, quotes))
}

/** The rates of a currency into those of all wallets; undefined when one is missing. */
function ratesInto(prices: Prices, from: string): ReadonlyMap<WalletCurrency, Rate> | undefined {
  const rates = new Map<WalletCurrency, Rate>()
  for (const currency of walletCurrencies) {
    const found = prices.conversionRate(from, currency)
    if (found === undefined) return undefined
    rates.set(currency, found)
  }
  return rates
}

type TickCommand = Extract<TradingCommand, { kind: 'tick' }>

/**
 * Sends a command of a tick, and resends one that fails at an auction: at the next tick its users would fill from the
 * order book, at another price than the others, or not at all.
 */
async function handle(engine: TradingEngine, command: TickCommand): Promise<TradingAnswer | Refusal> {
  const first = engine.ticks.send(command)
  if (!command.ticks.some(({ quote }) => quote.opening || quote.auctionVolume !== undefined)) return first
  const stands = await first.then(
    (answer) => !isRefusal(answer),
    (error: unknown) => {
      engine.dependencies.onError?.(error)
      return false
    },
  )
  return stands ? first : engine.ticks.send({ ...command, isResent: true })
}

/**
 * Waits for the commands of a tick. If all failed, the tick was missed. If only some failed, their errors are reported
 * and the next tick handles their users.
 */
async function settle(
  commands: readonly Promise<TradingAnswer | Refusal>[],
  onError: (error: unknown) => void,
): Promise<void> {
  const failures = (await Promise.allSettled(commands)).flatMap((result): unknown[] => {
    if (result.status === 'rejected') return [result.reason]
    return isRefusal(result.value) ? [new Error(`A tick was refused: ${result.value.refused}`)] : []
  })
  if (failures.length > 0 && failures.length === commands.length) throw failures[0]
  for (const failure of failures) onError(failure)
}

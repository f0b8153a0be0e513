import type { DepositOption } from '@mex/contract/funding/shapes.ts'
import { textIn, type Text, type Traditional } from '@mex/contract/text.ts'
import { coins, currencyOf, faucetPerDay, isCoin, type Coin, type FundingAsset } from '@mex/core/funding/coins.ts'
import { depositConfirmations, depositMin } from '@mex/core/funding/deposits.ts'
import { fundingCurrency } from '@mex/core/funding/postings.ts'
import { money, one, walletCurrencies, type Money } from '@mex/core/money/money.ts'
import { dayMilliseconds } from '@mex/core/time-zone.ts'
import type { PersonContext } from '#context.ts'
import type { Tx } from '#db/sql.ts'
import type { ChainKeys } from './chain-keys.ts'
import { fundingRate } from './rates.ts'
import { faucetSince, saveAddresses } from './store-chain.ts'

const assets: readonly FundingAsset[] = [...coins, ...walletCurrencies]

const names: Readonly<Record<FundingAsset, Text>> = {
  SUSD: { en: 'Simulated US dollar coin', zh: '模拟美元币' },
  SMXN: { en: 'Simulated Mexican peso coin', zh: '模拟墨西哥比索币' },
  SHKD: { en: 'Simulated Hong Kong dollar coin', zh: '模拟港元币' },
  USD: { en: 'US dollar', zh: '美元' },
  MXN: { en: 'Mexican peso', zh: '墨西哥比索' },
  HKD: { en: 'Hong Kong dollar', zh: '港元' },
}

const notes: Readonly<Record<DepositOption['kind'], Text>> = {
  coin: {
    en: 'A simulated address. Never send real coins to it.',
    zh: '这是模拟地址，切勿转入真实的数字货币。',
  },
  fiat: { en: 'Nothing is paid: any picture serves as proof.', zh: '无需付款，任意图片均可作为凭证。' },
}

/** The deposit options with the user's own addresses, which are stored so that the watcher detects payments to them. */
export async function depositOptions(
  kind: DepositOption['kind'] | undefined,
  { db, feed, person: { userId }, now, language }: PersonContext,
  keys: ChainKeys,
  traditional: Traditional,
): Promise<DepositOption[]> {
  const own = coins.map((coin) => ({ coin, user: userId, address: keys.addressOf(userId, coin) }))
  await saveAddresses(db, own)
  const options = assets.map((asset, index): DepositOption => {
    const way = isCoin(asset) ? 'coin' : 'fiat'
    const rate = currencyOf(asset) === fundingCurrency ? one : fundingRate(feed, asset, now)?.buyRate
    return {
      id: index + 1,
      asset,
      name: textIn(names[asset], language, traditional),
      kind: way,
      network: way === 'coin' ? 'SIMCHAIN' : undefined,
      address: own.find(({ coin }) => coin === asset)?.address,
      minimum: depositMin,
      confirmations: way === 'coin' ? depositConfirmations : 0,
      rate,
      note: textIn(notes[way], language, traditional),
    }
  })
  return options.filter((option) => kind === undefined || option.kind === kind)
}

/** The remaining daily limit of the faucet for a user's addresses, per coin. */
export const faucetLeft = (tx: Tx, user: number, now: number): Promise<{ coin: Coin; amount: Money }[]> =>
  Promise.all(
    coins.map(async (coin) => {
      const given = await faucetSince(tx, { receiver: user, address: '' }, coin, now - (now % dayMilliseconds))
      return { coin, amount: money(faucetPerDay > given ? faucetPerDay - given : 0n) }
    }),
  )

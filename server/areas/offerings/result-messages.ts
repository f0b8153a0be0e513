import { moneyInMessage, type MessageSubject } from '@mex/contract/messages.ts'
import { formatPrice, formatQuantity, type Money } from '@mex/core/money/money.ts'
import { missingPayment, type Application } from '@mex/core/offerings/application.ts'
import { finalPrice } from '@mex/core/offerings/new-issue.ts'
import { isPlacing, payUntilOf, sellableFrom, type Offer } from '@mex/core/offerings/offer.ts'
import { applicationWallet } from '@mex/core/offerings/postings.ts'
import { isoDate, localDay } from '@mex/core/time-zone.ts'
import { walletCurrency } from '@mex/core/wallet/wallets.ts'
import { isoInstant } from '#clock.ts'

type Step = { readonly kind: string; readonly at: number }

/** What a person is told of a step that they did not take themselves. */
export function messageOf(command: Step, offer: Offer, application: Application) {
  const about = subjectOf(command, offer, application)
  return about === undefined ? [] : [messageAbout(about, offer, application, command.at)]
}

/** What a person is told when their shares can be sold. */
export function unlockedMessage(offer: Offer, application: Application, at: number) {
  const { name, code } = offer
  // A split may have changed the number of placed shares since their allotment.
  const about: MessageSubject = isPlacing(offer)
    ? { kind: 'placing_unlocked', values: { name, code } }
    : { kind: 'ipo_listed', values: { name, code, allotted: formatQuantity(application.allotted) } }
  return messageAbout(about, offer, application, at)
}

const messageAbout = (about: MessageSubject, offer: Offer, { user, id }: Application, at: number) =>
  ({
    user,
    type: isPlacing(offer) ? 'PLACING' : 'IPO',
    about,
    at,
    reference: { type: 'application', id },
  }) as const

function subjectOf({ kind }: Step, offer: Offer, application: Application): MessageSubject | undefined {
  const { name, zone, currency } = offer
  const inWallet = (amount: Money): string => moneyInMessage(amount, walletCurrency[applicationWallet])
  const [asked, allotted] = [formatQuantity(application.quantity), formatQuantity(application.allotted)]
  const price = `${formatPrice(finalPrice(offer), 2)} ${currency}`
  const [cost, refund] = [inWallet(application.cost), inWallet(application.refund)]
  if (kind === 'lapse') return { kind: 'ipo_lapsed', values: { name, allotted, price, cost, refund } }
  if (kind !== 'allot' && kind !== 'pay') return undefined
  if (application.status === 'none') {
    const nothing = isPlacing(offer) ? 'placing_not_allotted' : 'ipo_not_allotted'
    return { kind: nothing, values: { name, asked, refund } }
  }
  const until = payUntilOf(offer)
  if (application.status === 'unpaid' && until !== undefined) {
    const time = isoInstant(until).slice(0, 16).replace('T', ' ')
    return {
      kind: 'ipo_unpaid',
      values: { name, allotted, price, missing: inWallet(missingPayment(application)), time },
    }
  }
  const date = isoDate(localDay(zone, sellableFrom(offer)))
  const got = isPlacing(offer) ? 'placing_allotted' : 'ipo_allotted'
  return { kind: got, values: { name, asked, allotted, price, cost, refund, date } }
}

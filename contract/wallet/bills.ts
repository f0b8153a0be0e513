import type { Language } from '#language.ts'
import { textIn, type Text, type Traditional } from '#text.ts'

const transfer: Text = { en: 'Transfer', zh: '划转' }
const financing: Text = { en: 'Financing', zh: '融资费用' }
const dividend: Text = { en: 'Dividend', zh: '股息' }
const allotment: Text = { en: 'Allotment', zh: '新股配售' }
const redemption: Text = { en: 'Redemption', zh: '债券赎回' }
const followSettled: Text = { en: 'Follow settled', zh: '跟单结算' }
const quantify: Text = { en: 'AI quantify', zh: 'AI 量化' }
const robotRedemption: Text = { en: 'Robot redemption', zh: '矿机赎回' }

/** The memo of a movement of money by its number, which is the event's (rulebook §8.3). */
export const billTexts: Readonly<Record<number, Text>> = {
  1: { en: 'Practice grant', zh: '练习资金' },
  3: { en: 'Deposit', zh: '充值' },
  7: { en: 'Fiat deposit', zh: '法币充值' },
  11: { en: 'Withdrawal', zh: '提现' },
  20: transfer,
  21: transfer,
  22: transfer,
  23: { en: 'Transfer cancelled', zh: '划转已撤销' },
  31: { en: 'Open', zh: '开仓' },
  33: { en: 'Margin added', zh: '追加保证金' },
  34: { en: 'Close', zh: '平仓' },
  35: { en: 'Close (loss limited to margin)', zh: '平仓（亏损以保证金为限）' },
  36: financing,
  37: financing,
  38: dividend,
  39: dividend,
  40: { en: 'Fraction', zh: '零碎股结算' },
  41: { en: 'Expiry', zh: '到期交割' },
  53: allotment,
  55: allotment,
  58: { en: 'Placing', zh: '配售' },
  60: { en: 'Bond purchase', zh: '购买债券' },
  61: { en: 'Interest', zh: '利息' },
  63: redemption,
  64: redemption,
  71: { en: 'Follow', zh: '跟单' },
  73: followSettled,
  74: followSettled,
  75: quantify,
  76: quantify,
  80: { en: 'Robot rental', zh: '矿机租赁' },
  82: { en: 'Mining income', zh: '挖矿收益' },
  83: { en: 'Energy', zh: '能源费' },
  84: robotRedemption,
  85: robotRedemption,
  90: { en: 'Referral bonus', zh: '推荐奖励' },
  91: { en: 'Correction', zh: '更正' },
  92: { en: 'Account closed', zh: '账户关闭' },
  93: { en: 'Practice reset', zh: '练习重置' },
}

const other: Text = { en: 'Other', zh: '其他' }

/** The memo of a bill row in the reader's language. */
export const billText = (type: number, language: Language, traditional?: Traditional): string =>
  textIn(billTexts[type] ?? other, language, traditional)

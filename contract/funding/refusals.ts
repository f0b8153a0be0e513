import type { FundingRefusal } from '@mex/core/funding/refusals.ts'

import type { RefusalText, Text } from '#text.ts'

/** The numbers and texts of refusals about deposits, withdrawals and cards (specification, calls B). */
export const fundingRefusals: Readonly<Record<FundingRefusal, RefusalText>> = {
  currency_missing: { code: 1310, en: 'Please select a currency type', zh: '请选择币种' },
  proof_missing: { code: 1311, en: 'Please upload your credentials first', zh: '请先上传凭证' },
  deposit_too_small: {
    code: 1312,
    en: 'Minimum deposit is {n}; smaller deposits are not refunded',
    zh: '最低入金为 {n}，低于该金额不予退还',
  },
  amount_above_limit: { code: 1313, en: 'Amount above the limit', zh: '金额超过上限' },
  card_missing: { code: 1320, en: 'Please select a bank card first', zh: '请先选择银行卡' },
  address_invalid: { code: 1321, en: 'Address not valid for {network}', zh: '该地址不适用于 {network}' },
  withdrawal_too_small: { code: 1322, en: 'Minimum withdrawal is {n}', zh: '最低提现金额为 {n}' },
  daily_limit: { code: 1323, en: 'Daily limit reached', zh: '已达每日上限' },
  withdrawals_paused: {
    code: 1324,
    en: 'Withdrawals are paused until {t} after a security change',
    zh: '因安全信息变更，提现暂停至 {t}',
  },
  card_number_real: {
    code: 1330,
    en: 'This looks like a real card number; use a test number',
    zh: '该号码像是真实卡号，请使用测试卡号',
  },
  too_many_cards: { code: 1331, en: 'At most {n} cards', zh: '最多 {n} 张卡' },
  card_in_use: { code: 1332, en: 'Card is used by a pending withdrawal', zh: '该卡正用于处理中的提现' },
}

/** Fields whose absence has its own words in the spec. */
export const fundingMissingTexts: Readonly<Record<string, Text>> = {
  bankName: { en: 'Please enter bank name', zh: '请输入银行名称' },
  accountName: { en: 'Please Input Bank Account Name', zh: '请输入银行账户名' },
  address: { en: 'Please enter your wallet address', zh: '请输入钱包地址' },
}

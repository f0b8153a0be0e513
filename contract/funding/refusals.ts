import type { FundingRefusal } from '@mex/core/funding/refusals.ts'

import { refusal, type RefusalText, type Text } from '#text.ts'

/** The numbers and texts of refusals about deposits, withdrawals and cards (specification, calls B). */
export const fundingRefusals: Readonly<Record<FundingRefusal, RefusalText>> = {
  currency_missing: refusal(1310, 'Please select a currency type', '请选择币种'),
  proof_missing: refusal(1311, 'Please upload your credentials first', '请先上传凭证'),
  deposit_too_small: refusal(
    1312,
    'Minimum deposit is {n}; smaller deposits are not refunded',
    '最低入金为 {n}，低于该金额不予退还',
  ),
  amount_above_limit: refusal(1313, 'Amount above the limit', '金额超过上限'),
  card_missing: refusal(1320, 'Please select a bank card first', '请先选择银行卡'),
  address_invalid: refusal(1321, 'Address not valid for {network}', '该地址不适用于 {network}'),
  withdrawal_too_small: refusal(1322, 'Minimum withdrawal is {n}', '最低提现金额为 {n}'),
  daily_limit: refusal(1323, 'Daily limit reached', '已达每日上限'),
  withdrawals_paused: refusal(
    1324,
    'Withdrawals are paused until {t} after a security change',
    '因安全信息变更，提现暂停至 {t}',
  ),
  card_number_real: refusal(
    1330,
    'This looks like a real card number; use a test number',
    '该号码像是真实卡号，请使用测试卡号',
  ),
  too_many_cards: refusal(1331, 'At most {n} cards', '最多 {n} 张卡'),
  card_in_use: refusal(1332, 'Card is used by a pending withdrawal', '该卡正用于处理中的提现'),
}

/** Fields whose absence has its own words in the spec. */
export const fundingMissingTexts: Readonly<Record<string, Text>> = {
  bankName: { en: 'Please enter bank name', zh: '请输入银行名称' },
  accountName: { en: 'Please Input Bank Account Name', zh: '请输入银行账户名' },
  address: { en: 'Please enter your wallet address', zh: '请输入钱包地址' },
}

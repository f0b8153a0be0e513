import type { Text } from '#text.ts'

/** Labels of the fields of these requests, by wire name. */
export const walletLabels: Readonly<Record<string, Text>> = {
  billType: { en: 'kind of movement', zh: '流水类型' },
  fromWalletType: { en: 'account to transfer from', zh: '转出账户' },
  refId: { en: 'reference', zh: '关联编号' },
  toWalletType: { en: 'account to transfer to', zh: '转入账户' },
  walletType: { en: 'account', zh: '账户' },
}

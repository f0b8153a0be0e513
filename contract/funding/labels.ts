import type { Text } from '#text.ts'

/** Labels of the fields of these requests, by wire name. */
export const fundingLabels: Readonly<Record<string, Text>> = {
  abaRoutingNumber: { en: 'ABA routing number', zh: 'ABA 路由号码' },
  account: { en: 'account', zh: '账号' },
  accountName: { en: 'account name', zh: '账户名' },
  address: { en: 'address', zh: '地址' },
  asset: { en: 'coin', zh: '币种' },
  bankAddress: { en: 'bank address', zh: '银行地址' },
  bankName: { en: 'bank name', zh: '银行名称' },
  branchCode: { en: 'branch code', zh: '分行代码' },
  cardholderName: { en: 'cardholder name', zh: '持卡人姓名' },
  cardId: { en: 'card', zh: '银行卡' },
  cardNumber: { en: 'card number', zh: '卡号' },
  city: { en: 'city', zh: '城市' },
  network: { en: 'network', zh: '网络' },
  personalAddress: { en: 'personal address', zh: '个人地址' },
  postalCode: { en: 'postal code', zh: '邮政编码' },
  proofImage: { en: 'proof', zh: '凭证' },
  swiftCode: { en: 'SWIFT code', zh: 'SWIFT 代码' },
  txHash: { en: 'transaction hash', zh: '交易哈希' },
}

import type { IdentityFault } from '@mex/core/kyc/identity-documents.ts'
import type { PermissionFault } from '@mex/core/kyc/verification.ts'

import { message, type Text } from '#text.ts'

/** Why documents or the permission for block trades were refused. */
export const kycReasons = {
  INCOMPLETE: { en: 'something was missing', zh: '资料不完整' },
  IMAGE_UNREADABLE: { en: 'the picture could not be read', zh: '图片无法识别' },
  COUNTRY: { en: 'the country is not on our list', zh: '国家或地区不在支持范围内' },
  DOCUMENT_NUMBER: {
    en: 'the document number is not a fictitious one (SIM…)',
    zh: '证件号码不是虚构号码（应以 SIM 开头）',
  },
  DUPLICATE_PERSON: { en: 'another account has used the same document', zh: '该证件已被其他账户使用' },
  KYC: { en: 'your identity is not verified yet', zh: '尚未完成身份认证' },
  RISK_NOT_ACKNOWLEDGED: { en: 'the risks were not acknowledged', zh: '尚未确认风险提示' },
} as const satisfies Readonly<Record<IdentityFault | PermissionFault, Text>>

/** The message texts of this area. */
export const kycMessages = {
  kyc_under_review: message('Identity verification under review', '身份认证审核中', {
    en: 'We have what you sent and are looking at it. This takes up to 24 hours; you will find the result here.',
    zh: '我们已收到您提交的资料，正在审核，最长需要 24 小时，结果会在这里通知您。',
  }),
  kyc_verified: message('Your identity is verified', '身份认证已通过', {
    en: 'Withdrawals, new stocks and placings are now open to you, and you can apply for block trading. The pictures that you sent are deleted within 30 days.',
    zh: '您现在可以提现、申购新股和参与配售，并可申请开通大宗交易。您提交的图片将在 30 天内删除。',
  }),
  kyc_refused: message('Identity verification was not successful', '身份认证未通过', {
    en: 'We could not verify your identity: {reason}. You can correct it and send it again under Account › Identity verification.',
    zh: '身份认证未通过，原因：{reason}。您可以在“我的”›“身份认证”中修改后重新提交。',
  }),
  block_opened: message('Block trading is open to you', '大宗交易权限已开通', {
    en: 'You can now take part in block trades. Shares bought in a block are locked for a time, which the offer states.',
    zh: '您现在可以参与大宗交易。通过大宗交易买入的股票有锁定期，具体以该项交易的说明为准。',
  }),
  block_refused: message('Block trading was not opened', '大宗交易权限未开通', {
    en: 'The permission for block trading was not given: {reason}. You can apply again when that has changed.',
    zh: '大宗交易权限申请未通过，原因：{reason}。情况变化后可以重新申请。',
  }),
}

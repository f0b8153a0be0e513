import type { KycRefusal } from '@mex/core/kyc/refusals.ts'

import type { RefusalText, Text } from '#text.ts'

/** The numbers and texts of refusals about a verification (specification, calls B). */
export const kycRefusals: Readonly<Record<KycRefusal, RefusalText>> = {
  verification_missing: { code: 1200, en: 'Complete identity verification first', zh: '请先完成身份认证' },
  verification_pending: { code: 1201, en: 'Identity verification under review', zh: '身份认证审核中' },
  already_verified: { code: 1202, en: 'Already verified', zh: '已完成认证' },
  document_number_real: {
    code: 1203,
    en: 'Use a fictitious document number (SIM…)',
    zh: '请使用虚构的证件号码（SIM…）',
  },
  submissions_used_up: { code: 1204, en: 'Daily submission limit reached', zh: '今日提交次数已达上限' },
  permission_missing: {
    code: 1210,
    en: 'Block trading is not open, apply for activation',
    zh: '大宗交易未开通，请申请开通',
  },
  permission_pending: { code: 1211, en: 'Application under review', zh: '申请审核中' },
  permission_open: { code: 1212, en: 'Already open', zh: '已开通' },
}

/** Fields whose absence has its own words in the spec. */
export const kycMissingTexts: Readonly<Record<string, Text>> = {
  'documentNumber.identity_card': { en: 'Please Enter ID Card Number', zh: '请输入身份证号码' },
  'documentNumber.passport': { en: 'Please Enter Passport Number', zh: '请输入护照号码' },
  'documentNumber.driving_licence': { en: 'Please Enter Driving Licence Number', zh: '请输入驾驶证号码' },
  frontImage: { en: 'Please Upload Image', zh: '请上传图片' },
  backImage: { en: 'Please Upload Image', zh: '请上传图片' },
  passportImage: { en: 'Please Upload Image', zh: '请上传图片' },
  licenseImage: { en: 'Please Upload Image', zh: '请上传图片' },
  corporateAccountImage: { en: 'Please Upload Image', zh: '请上传图片' },
}

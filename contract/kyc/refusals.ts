import type { KycRefusal } from '@mex/core/kyc/refusals.ts'

import { refusal, type RefusalText, type Text } from '#text.ts'

/** The numbers and texts of refusals about a verification (specification, calls B). */
export const kycRefusals: Readonly<Record<KycRefusal, RefusalText>> = {
  verification_missing: refusal(1200, 'Complete identity verification first', '请先完成身份认证'),
  verification_pending: refusal(1201, 'Identity verification under review', '身份认证审核中'),
  already_verified: refusal(1202, 'Already verified', '已完成认证'),
  document_number_real: refusal(1203, 'Use a fictitious document number (SIM…)', '请使用虚构的证件号码（SIM…）'),
  submissions_used_up: refusal(1204, 'Daily submission limit reached', '今日提交次数已达上限'),
  permission_missing: refusal(1210, 'Block trading is not open, apply for activation', '大宗交易未开通，请申请开通'),
  permission_pending: refusal(1211, 'Application under review', '申请审核中'),
  permission_open: refusal(1212, 'Already open', '已开通'),
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

import type { Text } from '#text.ts'

/** Labels of the fields of these requests, by wire name. */
export const kycLabels: Readonly<Record<string, Text>> = {
  corporateAccountImage: { en: 'corporate bank account image', zh: '企业银行账户照片' },
  corporateAccountNumber: { en: 'corporate bank account number', zh: '企业银行账号' },
  documentNumber: { en: 'document number', zh: '证件号码' },
  documentType: { en: 'document type', zh: '证件类型' },
  enterpriseAddress: { en: 'enterprise address', zh: '企业地址' },
  enterpriseName: { en: 'full enterprise name', zh: '企业全称' },
  firstName: { en: 'first name', zh: '名' },
  lastName: { en: 'last name', zh: '姓' },
  licenseImage: { en: 'license image', zh: '营业执照照片' },
  licenseNumber: { en: 'license number', zh: '营业执照号码' },
  officerCertificateNumber: { en: 'certificate number of the officer', zh: '负责人证件号码' },
  officerCertificateType: { en: 'certificate type of the officer', zh: '负责人证件类型' },
  officerPhone: { en: 'phone number of the officer', zh: '负责人电话' },
  passportImage: { en: 'passport information page', zh: '护照资料页' },
  placeOfRegistration: { en: 'place of registration', zh: '注册地' },
  riskAcknowledged: { en: 'acknowledgement of the risks', zh: '风险确认' },
  service: { en: 'service', zh: '服务' },
}

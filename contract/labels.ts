import { accountLabels } from './account/labels.ts'
import { alertsLabels } from './alerts/labels.ts'
import { bondsLabels } from './bonds/labels.ts'
import { contentLabels } from './content/labels.ts'
import { filesLabels } from './files/labels.ts'
import { followLabels } from './follow/labels.ts'
import { fundingLabels } from './funding/labels.ts'
import { kycLabels } from './kyc/labels.ts'
import { marketLabels } from './market/labels.ts'
import { offeringsLabels } from './offerings/labels.ts'
import { portfolioLabels } from './portfolio/labels.ts'
import { quantifyLabels } from './quantify/labels.ts'
import { recordsLabels } from './records/labels.ts'
import { robotsLabels } from './robots/labels.ts'
import { tradingLabels } from './trading/labels.ts'
import { walletLabels } from './wallet/labels.ts'
import { watchlistLabels } from './watchlist/labels.ts'
import type { Language } from './language.ts'
import { textIn, type Text, type Traditional } from './text.ts'

/** Labels of fields that requests of several areas have. */
const generalLabels: Readonly<Record<string, Text>> = {
  amount: { en: 'amount', zh: '金额' },
  backImage: { en: 'back image', zh: '背面照片' },
  currency: { en: 'currency', zh: '币种' },
  endTimestamp: { en: 'end time', zh: '结束时间' },
  frontImage: { en: 'front image', zh: '正面照片' },
  'idempotency-key': { en: 'request key', zh: '请求标识' },
  id: { en: 'number', zh: '编号' },
  keyword: { en: 'keyword', zh: '关键词' },
  month: { en: 'month', zh: '月份' },
  pageNum: { en: 'page', zh: '页码' },
  pageSize: { en: 'page size', zh: '每页行数' },
  region: { en: 'region', zh: '地区' },
  startTimestamp: { en: 'start time', zh: '开始时间' },
  status: { en: 'status', zh: '状态' },
  timeZone: { en: 'time zone', zh: '时区' },
  type: { en: 'type', zh: '类型' },
}

/** Labels of the fields of requests, by wire name: users never see the wire name itself. */
export const labels: Readonly<Record<string, Text>> = {
  ...generalLabels,
  ...accountLabels,
  ...kycLabels,
  ...fundingLabels,
  ...walletLabels,
  ...marketLabels,
  ...watchlistLabels,
  ...tradingLabels,
  ...offeringsLabels,
  ...bondsLabels,
  ...quantifyLabels,
  ...followLabels,
  ...robotsLabels,
  ...recordsLabels,
  ...portfolioLabels,
  ...filesLabels,
  ...contentLabels,
  ...alertsLabels,
}

const wholeRequest: Text = { en: 'request', zh: '请求内容' }

/** The label of a field; of one inside a list, the innermost that has a label ('list.0.stkcode' → code). */
export function labelOf(field: string | undefined, language: Language, traditional?: Traditional): string {
  const known = (field ?? '').split('.').findLast((part) => Object.hasOwn(labels, part))
  const label = known === undefined ? wholeRequest : (labels[known] ?? wholeRequest)
  return textIn(label, language, traditional)
}

import type { AlertsRefusal } from '@mex/core/alerts/refusals.ts'

import { refusal, type RefusalText } from '#text.ts'

/** The numbers and texts of refusals about price alerts. */
export const alertsRefusals: Readonly<Record<AlertsRefusal, RefusalText>> = {
  alert_passed: refusal(2800, 'The price is there already', '价格已达到该水平'),
  too_many_alerts: refusal(2801, 'At most {n} alerts at a time', '同时最多 {n} 个提醒'),
  device_unknown: refusal(2802, 'This browser’s notification service is not known here', '暂不支持此浏览器的通知服务'),
}

/** Why a price alert, or a browser that is to show it, is refused. */
export type AlertsRefusal = 'alert_passed' | 'device_unknown' | 'too_many_alerts'

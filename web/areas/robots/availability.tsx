import type { RobotView } from '@mex/contract/robots/shapes.ts'

import { formatDate } from '#text/format-time.ts'
import { useText } from '#text/use-text.ts'

/** Whether a robot can be rented, until when, and how many slots are left. */
export function Availability({ robot }: { robot: RobotView }) {
  const t = useText()
  const { offered, isOnOffer, slotsLeft, schedule } = robot
  // The plan of the slots is published once the sale is over.
  if (schedule !== undefined) return t('robots.ended')
  if (!isOnOffer) return t('robots.startsOn', { date: formatDate(offered.from) })
  if (slotsLeft === 0) return t('robots.soldOut')
  return [
    t('robots.onSaleUntil', { date: formatDate(offered.until) }),
    t('robots.slotsLeft', { count: slotsLeft.toLocaleString('en-US') }),
  ].join(' · ')
}

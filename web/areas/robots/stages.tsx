import type { RobotOrderView } from '@mex/contract/robots/shapes.ts'
import { Check, Crosshair, Flag, Pickaxe, Plug, Search, ZapOff } from 'lucide-react'
import type { ReactNode } from 'react'

import { capitalize } from '#text/capitalize.ts'
import { useText, type Text } from '#text/use-text.ts'
import { VisuallyHidden } from '#ui/layout.tsx'
import type { TagTone } from '#ui/tag.tsx'
import styles from './stages.module.css'

type Status = RobotOrderView['status']

/** The statuses in the order in which a rental passes through them (rulebook §26.2). */
const stages = ['finding', 'locating', 'starting', 'mining', 'stopped', 'expired'] as const satisfies readonly Status[]

const icons: Readonly<Record<Status, ReactNode>> = {
  finding: <Search aria-hidden="true" />,
  locating: <Crosshair aria-hidden="true" />,
  starting: <Plug aria-hidden="true" />,
  mining: <Pickaxe aria-hidden="true" />,
  stopped: <ZapOff aria-hidden="true" />,
  expired: <Flag aria-hidden="true" />,
}

const words = {
  finding: 'spec.robotStates.lookingForPool',
  locating: 'spec.robotStates.locatingAPool',
  starting: 'spec.robotStates.startingMining',
  mining: 'spec.robotStates.mining',
  stopped: 'spec.robotStates.energyInsufficient',
  expired: 'spec.robotStates.expired',
} as const

/** The specification's longer words for the steps, for screen readers. */
const stageWords = { ...words, finding: 'spec.robotStates.findingAMiningPool' } as const

/** Statuses 1 to 4 are amber, 5 and 6 red, each with its icon and word. */
const isRed = (status: Status): boolean => status === 'stopped' || status === 'expired'

/** The tag of a rental: its status in the specification's words, or that it is returned. */
export function stateTag(t: Text, { status, redeemStatus }: Pick<RobotOrderView, 'status' | 'redeemStatus'>) {
  if (redeemStatus === 'done') return { text: t('robots.redeemed'), tone: 'plain' as TagTone, icon: icons['expired'] }
  if (redeemStatus === 'processing')
    return { text: t('robots.isRedeeming'), tone: 'plain' as TagTone, icon: icons['expired'] }
  const tone: TagTone = isRed(status) ? 'danger' : 'warn'
  return { text: capitalize(t(words[status])), tone, icon: icons[status] }
}

/** The square with the icon of a status. */
export const StatusIcon = ({ status }: { status: Status }) => (
  <span className={styles['square']} data-red={isRed(status) || undefined}>
    {icons[status]}
  </span>
)

/** The six statuses as steps: those passed are ticked, the present one is filled. */
export function Stages({ status }: { status: Status }) {
  const t = useText()
  const at = stages.indexOf(status)
  return (
    <ol className={styles['stages']} aria-label={t('robots.stages')} data-red={isRed(status) || undefined}>
      {stages.map((stage, index) => {
        const state = index === at ? 'now' : isPassed(stage, status) ? 'done' : 'next'
        const said = { done: 'robots.stageDone', now: 'robots.stageNow', next: 'robots.stageNext' } as const
        return (
          <li key={stage} data-state={state} aria-current={state === 'now' ? 'step' : undefined}>
            <span className={styles['dot']}>{state === 'done' ? <Check aria-hidden="true" /> : icons[stage]}</span>
            <span className={styles['word']} aria-hidden="true">
              {t(`robots.${stage}`)}
            </span>
            <VisuallyHidden>{t(said[state], { name: capitalize(t(stageWords[stage])) })}</VisuallyHidden>
          </li>
        )
      })}
    </ol>
  )
}

/** An expired rental has passed the steps up to mining; that it once stopped is in its messages. */
const isPassed = (stage: Status, status: Status): boolean =>
  stages.indexOf(stage) < stages.indexOf(status) && !(stage === 'stopped' && status === 'expired')

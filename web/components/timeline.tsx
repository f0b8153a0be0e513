import { classes } from '#ui/classes.ts'
import styles from './timeline.module.css'

export type TimelineStep = { readonly name: string; readonly time: string; readonly at: number }

/** The steps of an offer or a campaign: those that are over are filled, the next one is a ring. */
export function Timeline({ label, steps, now }: { label: string; steps: readonly TimelineStep[]; now: number }) {
  const next = steps.findIndex(({ at }) => at > now)
  return (
    <ol className={styles['steps']} aria-label={label}>
      {steps.map(({ name, time, at }, index) => {
        const state = at <= now ? 'done' : index === next ? 'now' : 'later'
        return (
          <li
            key={name}
            className={classes(styles['step'])}
            data-state={state}
            aria-current={state === 'now' ? 'step' : undefined}
          >
            <span className={styles['time']}>{time}</span>
            <span className={styles['name']}>{name}</span>
          </li>
        )
      })}
    </ol>
  )
}

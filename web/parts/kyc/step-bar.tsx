import { ForReaders } from '#ui/layout.tsx'
import { useText } from '#text/use-text.ts'
import styles from './kyc.module.css'

type Props = { names: readonly string[]; at: number }

/** How far a form of several pages has come. */
export function StepBar({ names, at }: Props) {
  const t = useText()
  return (
    <ol className={styles['steps']} aria-label={t('kyc.steps')}>
      {names.map((name, index) => (
        <li
          key={name}
          className={styles['step']}
          data-state={index < at ? 'done' : index === at ? 'now' : 'later'}
          aria-current={index === at ? 'step' : undefined}
        >
          {name}
          {index < at ? <ForReaders>{t('kyc.stepDone')}</ForReaders> : undefined}
        </li>
      ))}
    </ol>
  )
}

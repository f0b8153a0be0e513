import { use } from 'react'
import { ScreenFrameContext } from './screen-frame.ts'
import styles from './sheet-panel.module.css'
import { PracticeTag } from './tag.tsx'
import { Typography } from './typography.tsx'

/** The head of a form that fills its sheet (`whole`): its title with the practice mark. */
export function SheetHeading({ title }: { title: string }) {
  const { practice } = use(ScreenFrameContext)
  return (
    <div className={styles['heading']}>
      <Typography size={17} weight="bold" as="h2">
        {title}
      </Typography>
      <PracticeTag text={practice} />
    </div>
  )
}

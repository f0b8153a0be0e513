import { AlertDialog } from '@base-ui/react/alert-dialog'
import { useText } from '#text/use-text.ts'
import backdrop from './backdrop.module.css'
import { Button, type ButtonKind } from './button.tsx'
import { classes } from './classes.ts'
import { useLayer } from './use-layer.ts'
import styles from './confirm-panel.module.css'

export type ConfirmDialogProps = {
  open: boolean
  title: string
  /** What will happen, in a sentence. */
  text: string
  /** The label of the confirming button: 'Cancel order', not 'Yes'. */
  confirm: string
  kind?: ButtonKind
  busy?: boolean
  onConfirm: () => void
  onClose: () => void
}

/** The content of `ConfirmDialog`. Import `ConfirmDialog`, which loads this on demand. */
export function ConfirmPanel(props: ConfirmDialogProps) {
  const { open, title, text, confirm, kind = 'primary', busy = false, onConfirm, onClose } = props
  const t = useText()
  useLayer(open, onClose)
  return (
    <AlertDialog.Root
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose()
      }}
    >
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={classes(backdrop['backdrop'], backdrop['aboveSheets'])} />
        <AlertDialog.Popup className={styles['popup']}>
          <AlertDialog.Title className={styles['title']}>{title}</AlertDialog.Title>
          <AlertDialog.Description className={styles['text']}>{text}</AlertDialog.Description>
          <div className={styles['buttons']}>
            <Button text={t('ui.notNow')} kind="secondary" wide onPress={onClose} />
            <Button text={confirm} kind={kind} wide busy={busy} onPress={onConfirm} />
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}

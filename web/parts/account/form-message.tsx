import { useText } from '#text/use-text.ts'
import { Notice } from '#ui/notice.tsx'

/** What no field of a form can show; nothing while there is nothing. */
export function FormMessage({ message }: { message: string | undefined }) {
  const t = useText()
  if (message === undefined) return undefined
  return (
    <Notice tone="danger" urgent>
      {message || t('spec.errors.serverSaysNothing')}
    </Notice>
  )
}

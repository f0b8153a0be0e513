import { Suspense, type ReactNode } from 'react'
import { useText } from '#text/use-text.ts'
import { ChunkBoundary } from './lazy.tsx'
import { reloadPage } from './page-reload.ts'
import { showToast } from './toast-list.ts'

/** A dialog or sheet whose code is loaded on demand. When the code is missing: a toast, a reload and `onMissing`. */
export function LoadedPanel({ onMissing, children }: { onMissing: () => void; children: ReactNode }) {
  const t = useText()
  const giveUp = () => {
    showToast(t('spec.errors.network'), 'failure')
    void reloadPage()
    onMissing()
  }
  return (
    <ChunkBoundary onMissing={giveUp}>
      <Suspense>{children}</Suspense>
    </ChunkBoundary>
  )
}

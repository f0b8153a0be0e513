import { refusalCode } from '@mex/contract/refusals.ts'
import { refusal } from '@mex/core/refusal.ts'
import { settings } from '@mex/core/settings.ts'
import { useEffect, useRef, useState } from 'react'

import { CallFailure } from '#data/failure.ts'
import { uploadPicture } from './upload.ts'
import { useWording } from '#components/refusal-text.ts'
import { useText } from '#text/use-text.ts'
import { compressPicture } from './door/compress.ts'

const { megabytesMax } = settings.upload
/** The refusal code of a file that is no picture. */
const uploadFailed = refusalCode('upload_failed')
const bytesMax = megabytesMax * 1024 * 1024

/** The state of an upload: preview, progress and failure. */
export type Upload = {
  /** Object URL of the chosen picture; undefined when none was chosen on this page. */
  readonly preview: string | undefined
  /** Progress in per cent; undefined without an upload. */
  readonly percent: number | undefined
  readonly isPreparing: boolean
  readonly error: string | undefined
  /** The picture itself was refused: only another one can succeed. */
  readonly isRefused: boolean
  /** `isDrawn`: the page drew the picture. */
  readonly choose: (picture: Blob, name: string, isDrawn?: boolean) => void
  /** Uploads the chosen picture again; undefined without one, or when the server would refuse it again. */
  readonly retry: (() => void) | undefined
  readonly remove: () => void
}

export type UploadProps = {
  readonly onChange: (path: string) => void
  /** Checks the picture before the upload; resolves with the text of the problem, or undefined. */
  readonly inspect?: ((picture: Blob) => Promise<string | undefined>) | undefined
  /** Instead of the session's: the token of an onboarding. */
  readonly token?: string | undefined
}

type Chosen = { readonly picture: Blob; readonly name: string; readonly isDrawn: boolean; readonly preview: string }
type Phase =
  | { readonly kind: 'idle' }
  | { readonly kind: 'preparing' }
  | { readonly kind: 'sending'; readonly percent: number }
  /** `isFinal`: the picture was refused, so a retry cannot succeed. */
  | { readonly kind: 'failed'; readonly error: string; readonly isFinal: boolean }

const idle: Phase = { kind: 'idle' }

export function useUpload({ onChange, inspect, token }: UploadProps): Upload {
  const t = useText()
  const say = useWording()
  const [chosen, setChosen] = useState<Chosen>()
  const [phase, setPhase] = useState<Phase>(idle)
  const current = useRef<AbortController>(undefined)
  const preview = chosen?.preview
  useEffect(() => () => (preview === undefined ? undefined : URL.revokeObjectURL(preview)), [preview])
  useEffect(() => () => current.current?.abort(), [])

  /** The message of the server, or the spec's text for other failures (§8). */
  const words = (error: unknown): string =>
    (error instanceof CallFailure && error.code !== 'network' && error.message) || t('spec.errors.uploadFail')
  async function send({ picture, name, isDrawn }: Omit<Chosen, 'preview'>): Promise<void> {
    current.current?.abort()
    const controller = new AbortController()
    current.current = controller
    const { signal } = controller
    const show = (next: Phase): void => (signal.aborted ? undefined : setPhase(next))
    setPhase({ kind: 'preparing' })
    const wrong = await inspect?.(picture)
    if (wrong !== undefined) return show({ kind: 'failed', error: wrong, isFinal: true })
    const small = await compressPicture(picture)
    if (small.size > bytesMax) {
      const error = say.refusal(refusal('file_too_large', { values: { n: String(megabytesMax) } }))
      return show({ kind: 'failed', error, isFinal: true })
    }
    if (signal.aborted) return undefined
    show({ kind: 'sending', percent: 0 })
    const onProgress = (fraction: number): void => show({ kind: 'sending', percent: Math.round(fraction * 100) })
    try {
      const path = await uploadPicture(small, name, { onProgress, signal, token, isDrawn })
      if (signal.aborted) return undefined
      show(idle)
      onChange(path)
    } catch (error) {
      const isFinal = error instanceof CallFailure && error.code === uploadFailed
      show({ kind: 'failed', error: words(error), isFinal })
    }
    return undefined
  }

  return {
    preview,
    percent: phase.kind === 'sending' ? phase.percent : undefined,
    isPreparing: phase.kind === 'preparing',
    error: phase.kind === 'failed' ? phase.error : undefined,
    isRefused: phase.kind === 'failed' && phase.isFinal,
    choose(picture, name, isDrawn = false) {
      onChange('')
      setChosen({ picture, name, isDrawn, preview: URL.createObjectURL(picture) })
      void send({ picture, name, isDrawn })
    },
    retry: chosen === undefined || (phase.kind === 'failed' && phase.isFinal) ? undefined : () => void send(chosen),
    remove() {
      current.current?.abort()
      setChosen(undefined)
      setPhase(idle)
      onChange('')
    },
  }
}

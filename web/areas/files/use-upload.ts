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
/** The server could not read it as a picture. */
const uploadFailed = refusalCode('upload_failed')
const bytesMax = megabytesMax * 1024 * 1024

/** A picture on its way: what is seen of it, how far it is, and why it did not arrive. */
export type Upload = {
  /** Address of the picture at hand, for an `img`; undefined when none was chosen here. */
  readonly preview: string | undefined
  /** 0 to 100 while it is sent; undefined when nothing is under way. */
  readonly percent: number | undefined
  readonly isPreparing: boolean
  readonly error: string | undefined
  /** It is the picture that is at fault: another one helps, the same one again does not. */
  readonly isRefused: boolean
  /** `isDrawn`: by the page itself. */
  readonly choose: (picture: Blob, name: string, isDrawn?: boolean) => void
  /** Sends the chosen picture again; undefined when there is none to send, or when it would be refused again. */
  readonly retry: (() => void) | undefined
  readonly remove: () => void
}

export type UploadProps = {
  readonly onChange: (path: string) => void
  /** What is wrong with the picture, in words, before it is sent; undefined when it may go. */
  readonly inspect?: ((picture: Blob) => Promise<string | undefined>) | undefined
  /** Instead of the session's: the token of an onboarding. */
  readonly token?: string | undefined
}

type Chosen = { readonly picture: Blob; readonly name: string; readonly isDrawn: boolean; readonly preview: string }
type Phase =
  | { readonly kind: 'idle' }
  | { readonly kind: 'preparing' }
  | { readonly kind: 'sending'; readonly percent: number }
  /** `isFinal`: it is the picture that is at fault, not its way. */
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

  /** What the server says, or the spec's word for everything else (§8). */
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

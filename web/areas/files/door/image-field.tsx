import { settings } from '@mex/core/settings.ts'
import { CircleCheck, ImagePlus, Sparkles } from 'lucide-react'
import { useRef, useState, type Ref } from 'react'

import type { FieldBinding } from '#components/call-form.tsx'
import { useText } from '#text/use-text.ts'
import { Field, type Control } from '#ui/field.tsx'
import { ProgressBar } from '#ui/progress-bar.tsx'
import { TextButton } from '#ui/text-button.tsx'
import styles from './image-field.module.css'
import { PrivatePicture } from './private-picture.tsx'
import { useUpload, type Upload, type UploadProps } from '#areas/files/use-upload.ts'

/** A sample picture that the page draws, so that users need not take a photo. */
export type Sample = { readonly text: string; readonly draw: () => Promise<Blob> }

type Props = FieldBinding<string> & {
  label: string
  /** What the picture must show; visible in the empty field. */
  purpose?: string | undefined
  hint?: string | undefined
  required?: boolean
  disabled?: boolean
  sample?: Sample | undefined
  inspect?: UploadProps['inspect']
  /** The token of an onboarding, instead of the session's. */
  token?: string | undefined
}

/**
 * Picks one picture, compresses it and uploads it at once with a progress bar. The value is the path for the image
 * fields of calls; '' without a picture.
 */
export function ImageField({ label, purpose, hint, required, disabled = false, sample, ...rest }: Props) {
  const { name, value, onChange, onBlur, error, inspect, token } = rest
  const t = useText()
  const upload = useUpload({ onChange, inspect, token })
  const input = useRef<HTMLInputElement>(null)
  const isBusy = upload.isPreparing || upload.percent !== undefined
  const isEmpty = value === '' && upload.preview === undefined
  const [unreadable, setUnreadable] = useState<string>()
  const isUnreadable = upload.preview !== undefined && upload.preview === unreadable
  /** The pressed button is gone: focuses the field, so that keyboard users keep their position. */
  const instead =
    <Given extends unknown[]>(act: (...given: Given) => void) =>
    (...given: Given): void => {
      act(...given)
      input.current?.focus()
    }
  return (
    <Field
      {...{ label, required, disabled }}
      hint={isUnreadable ? t('upload.unreadable') : hint}
      error={upload.error ?? (isBusy ? undefined : error)}
    >
      {(control) => (
        <div className={styles['field']}>
          <FilePicker {...{ control, name, onBlur, input }} onPick={(file) => upload.choose(file, file.name)} />
          {isEmpty ? (
            <label className={styles['drop']} htmlFor={control.id}>
              <ImagePlus aria-hidden="true" />
              <span className={styles['invite']}>{purpose ?? t('upload.choose')}</span>
              <span className={styles['limits']}>
                {t('upload.limits', { n: String(settings.upload.megabytesMax) })}
              </span>
            </label>
          ) : (
            <Chosen
              {...{ label, value, isBusy, disabled, isUnreadable }}
              onUnreadable={() => setUnreadable(upload.preview)}
              upload={{ ...upload, remove: instead(upload.remove) }}
              onReplace={() => input.current?.click()}
            />
          )}
          {(isEmpty || upload.isRefused) && sample !== undefined ? (
            <SampleButton {...{ sample, disabled }} choose={instead(upload.choose)} />
          ) : undefined}
        </div>
      )}
    </Field>
  )
}

type PickerProps = {
  control: Control
  name: string
  onBlur: () => void
  onPick: (file: File) => void
  input: Ref<HTMLInputElement>
}

/** The platform's file picker for one picture. */
function FilePicker({ control, name, onBlur, onPick, input }: PickerProps) {
  return (
    <input
      {...control}
      ref={input}
      className={styles['file']}
      type="file"
      name={name}
      accept="image/jpeg,image/png,image/webp"
      onBlur={onBlur}
      onChange={({ target }) => {
        const file = target.files?.[0]
        // Lets the user choose the same file again after removing it.
        target.value = ''
        if (file !== undefined) onPick(file)
      }}
    />
  )
}

type SampleProps = { sample: Sample; choose: Upload['choose']; disabled: boolean }

function SampleButton({ sample, choose, disabled }: SampleProps) {
  const draw = async (): Promise<void> => choose(await sample.draw(), 'specimen.jpg', true)
  return (
    <div className={styles['sample']}>
      <Sparkles aria-hidden="true" />
      <TextButton text={sample.text} disabled={disabled} onPress={() => void draw()} />
    </div>
  )
}

type ChosenProps = {
  label: string
  value: string
  upload: Upload
  isBusy: boolean
  disabled: boolean
  isUnreadable: boolean
  onUnreadable: () => void
  onReplace: () => void
}

function Chosen({ label, value, upload, isBusy, disabled, isUnreadable, onUnreadable, onReplace }: ChosenProps) {
  const t = useText()
  const { preview, percent, error, retry } = upload
  return (
    <div className={styles['chosen']}>
      {preview === undefined ? (
        <PrivatePicture path={value} label={label} />
      ) : isUnreadable ? (
        <div className={styles['picture']} />
      ) : (
        <img className={styles['picture']} src={preview} alt={label} onError={onUnreadable} />
      )}
      {isBusy ? <ProgressBar label={t('upload.sending')} percent={percent ?? 0} thin /> : undefined}
      <div className={styles['row']}>
        <output className={styles['state']}>
          <UploadState {...{ isBusy, percent }} isFailed={error !== undefined} />
        </output>
        {error !== undefined && retry !== undefined ? (
          <TextButton text={t('ui.tryAgain')} disabled={disabled} onPress={retry} />
        ) : undefined}
        {isBusy ? undefined : <TextButton text={t('upload.replace')} disabled={disabled} onPress={onReplace} />}
        <TextButton text={t(isBusy ? 'ui.cancel' : 'upload.remove')} disabled={disabled} onPress={upload.remove} />
      </div>
    </div>
  )
}

function UploadState({
  isBusy,
  percent,
  isFailed,
}: {
  isBusy: boolean
  percent: number | undefined
  isFailed: boolean
}) {
  const t = useText()
  if (isFailed) return undefined
  if (percent !== undefined)
    return (
      <>
        {/* Announced once: the percentage is in the bar. */}
        {t('upload.sending')} <span aria-hidden="true">{percent} %</span>
      </>
    )
  if (isBusy) return t('upload.preparing')
  return (
    <span className={styles['done']}>
      <CircleCheck aria-hidden="true" />
      {t('upload.done')}
    </span>
  )
}

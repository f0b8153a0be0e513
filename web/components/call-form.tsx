import type { Call, Input } from '@mex/contract/call.ts'
import { useEffect, useRef, type ReactNode } from 'react'
import {
  useController,
  useForm,
  type Control,
  type DefaultValues,
  type FieldPath,
  type FieldPathValue,
  type FieldValues,
} from 'react-hook-form'

import { useDraft } from '#data/drafts.ts'
import type { CallFailure } from '#data/failure.ts'
import { useIsConnected } from '#data/live.ts'
import { Button } from '#ui/button.tsx'
import { Stack } from '#ui/layout.tsx'
import { resolverOf, type OwnErrors } from './call-resolver.ts'
import { useFailureText } from './failure-text.ts'
import { useWording } from './refusal-text.ts'

type Options<Values> = {
  readonly ownFaults?: OwnErrors<Values>
  /**
   * The name of the form's draft, unique in its page: entered values, except secrets and pictures, come back when the user
   * returns to the page or signs in again. Without a name there is no draft.
   */
  readonly draft?: string
}

/**
 * The form of one call. Errors appear on submit and disappear when corrected. A refusal appears at its field; `message`
 * is an error without a field.
 */
export function useCallForm<C extends Call, Values extends FieldValues>(
  call: C,
  defaultValues: DefaultValues<Values> & Values,
  failure: CallFailure | undefined,
  { draft: name, ownFaults }: Options<Values> = {},
) {
  const { refusal } = useWording()
  const say = useFailureText()
  const draft = useDraft(name ?? '')
  const form = useForm<Values, unknown, Input<C>>({
    resolver: resolverOf<Values, Input<C>>(call.input, refusal, ownFaults),
    defaultValues: name === undefined ? defaultValues : Object.assign({}, defaultValues, draft.read()),
    mode: 'onSubmit',
    shouldFocusError: false,
  })
  const { setError, subscribe } = form
  useEffect(() => {
    if (name === undefined) return undefined
    return subscribe({ formState: { values: true }, callback: ({ values }) => draft.keep(values) })
  }, [name, draft, subscribe])
  const field = failure?.field
  const isAtField = field !== undefined && field in defaultValues
  useEffect(() => {
    if (failure === undefined || !isAtField) return
    setError(field as FieldPath<Values>, { type: 'server', message: failure.message })
    focusFirstError()
  }, [failure, field, isAtField, setError])
  const isSending = useRef(false)
  return {
    ...form,
    message: isAtField ? undefined : say(failure),
    /** Validates some fields without sending; focuses the first invalid one. */
    check: async (names: FieldPath<Values>[]): Promise<boolean> => {
      const isInOrder = await form.trigger(names, { shouldFocus: false })
      if (!isInOrder) focusFirstError()
      return isInOrder
    },
    /**
     * Passes valid values to `act`; otherwise focuses the first invalid field. Ignores submits while `act` is pending. A
     * result other than undefined deletes the draft.
     */
    submitTo: (act: (input: Input<C>) => unknown) =>
      form.handleSubmit(
        async (input) => {
          if (isSending.current) return
          isSending.current = true
          try {
            if ((await act(input)) !== undefined) draft.forget()
          } finally {
            isSending.current = false
          }
        },
        () => focusFirstError(),
      ),
    deleteDraft: draft.forget,
  }
}

/** Focuses the first visible error once it is rendered; in the open sheet if there is one, because the page below has forms too. */
export function focusFirstError(frames = 10): void {
  requestAnimationFrame(() => {
    const container = [...document.querySelectorAll('[role="dialog"]')].at(-1) ?? document
    for (const field of container.querySelectorAll('form [aria-invalid="true"]')) {
      if (!(field instanceof HTMLElement) || field.getClientRects().length === 0) continue
      // In a radio group, the first option.
      const target = field.matches('fieldset') ? field.querySelector('input') : field
      target?.focus()
      return
    }
    // A slow device renders them some frames later.
    if (frames > 1) focusFirstError(frames - 1)
  })
}

/** A form with its fields in a column; Enter submits it. */
export function CallForm({ onSubmit, children }: { onSubmit: () => void; children: ReactNode }) {
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      <Stack gap={16}>{children}</Stack>
      {/* Enter submits also when the visible button is outside the form, in the footer. */}
      <input type="submit" hidden />
    </form>
  )
}

type SubmitProps = {
  text: string
  /** Why the button is disabled without a connection. */
  offline: string
  busy: boolean
  /** Without it, the button submits the enclosing form. */
  onPress?: () => void
}

/** The button that sends a form: large, and disabled while the server cannot be reached. */
export function SubmitButton({ text, offline, busy, onPress }: SubmitProps) {
  return (
    <Button
      text={text}
      size="large"
      wide
      busy={busy}
      disabled={!useIsConnected()}
      reason={offline}
      {...(onPress === undefined ? { type: 'submit' } : { onPress })}
    />
  )
}

/** The props that connect a field of the kit to the form. */
export type FieldBinding<Value> = {
  readonly name: string
  readonly value: Value
  readonly onChange: (value: Value) => void
  readonly onBlur: () => void
  readonly error: string | undefined
}

type FieldProps<Values extends FieldValues, Name extends FieldPath<Values>, Asked> = {
  control: Control<Values, unknown, Asked>
  name: Name
  children: (field: FieldBinding<FieldPathValue<Values, Name>>) => ReactNode
}

/** Connects one field of the kit to the form: `<FormField …>{(field) => <TextField {...field} label=… />}</FormField>`. */
export function FormField<Values extends FieldValues, Name extends FieldPath<Values>, Asked>(
  props: FieldProps<Values, Name, Asked>,
) {
  const { field, fieldState } = useController({ control: props.control, name: props.name })
  return props.children({
    name: field.name,
    value: field.value,
    onChange: field.onChange,
    onBlur: field.onBlur,
    error: fieldState.error?.message,
  })
}

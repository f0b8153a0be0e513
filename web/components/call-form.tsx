import type { Call, Input } from '@mex/contract/call.ts'
import { refusalCode } from '@mex/contract/refusals.ts'
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
import { useText } from '#text/use-text.ts'
import { Stack } from '#ui/layout.tsx'
import { resolverOf, type OwnErrors } from './call-resolver.ts'
import { useWording } from './refusal-text.ts'

type Options<Values> = {
  readonly ownFaults?: OwnErrors<Values>
  /**
   * Names the form among those of its page: what is entered, but for secrets and pictures, is then there again for who
   * returns to the page or signs in anew. Without a name nothing outlives the form.
   */
  readonly draft?: string
}

/**
 * The form of one call. Errors appear when it is sent, and go as they are corrected. A refusal appears at the field that
 * it names; `message` is what no field can show.
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
    /** Looks at some of the fields without sending anything; the first at fault takes the focus. */
    check: async (names: FieldPath<Values>[]): Promise<boolean> => {
      const isInOrder = await form.trigger(names, { shouldFocus: false })
      if (!isInOrder) focusFirstError()
      return isInOrder
    },
    /**
     * Sends what was entered to `act` once it is valid; otherwise the first field at fault takes the focus. While `act`
     * is under way nothing more is sent. What it gives, unless undefined, ends the draft.
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

const keyReused = refusalCode('request_key_reused')

/** Why a call was not carried out, as it is said in a form, and what to do about it. */
export function useFailureText(): (failure: CallFailure | undefined) => string | undefined {
  const t = useText()
  return (failure) => {
    if (failure === undefined || failure.code === 401 || failure.code === 403) return undefined
    if (failure.code === 'network') return t('ui.noAnswer')
    if (failure.code === keyReused) return t('ui.earlierArrived')
    return failure.message || t('spec.errors.serverSaysNothing')
  }
}

/** Once the errors are drawn: the first that can be seen, in the sheet where one is open, for what lies under it has forms too. */
export function focusFirstError(frames = 10): void {
  requestAnimationFrame(() => {
    const place = [...document.querySelectorAll('[role="dialog"]')].at(-1) ?? document
    for (const field of place.querySelectorAll('form [aria-invalid="true"]')) {
      if (!(field instanceof HTMLElement) || field.getClientRects().length === 0) continue
      // Of a choice, its first option.
      const target = field.matches('fieldset') ? field.querySelector('input') : field
      target?.focus()
      return
    }
    // A slow device draws them some frames later.
    if (frames > 1) focusFirstError(frames - 1)
  })
}

/** Fields under each other; Enter sends them. */
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
      {/* Enter sends also where the button stands outside, at the edge of the page. */}
      <input type="submit" hidden />
    </form>
  )
}

/** What a field of the kit takes from the form. */
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

/** Ties one field of the kit to the form: `<FormField …>{(field) => <TextField {...field} label=… />}</FormField>`. */
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

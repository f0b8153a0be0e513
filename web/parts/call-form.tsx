import type { Call, Input } from '@mex/contract/call.ts'
import { useEffect, type ReactNode } from 'react'
import {
  useController,
  useForm,
  type Control,
  type DefaultValues,
  type FieldPath,
  type FieldPathValue,
  type FieldValues,
} from 'react-hook-form'

import type { CallFailure } from '#data/failure.ts'
import { Stack } from '#ui/layout.tsx'
import { resolverOf } from './call-resolver.ts'
import { useWording } from './wording.ts'

/**
 * The form of one call. Errors appear when it is sent, and go as they are corrected. A refusal appears at the field that
 * it names; `message` is what no field can show.
 */
export function useCallForm<C extends Call, Values extends FieldValues>(
  call: C,
  defaultValues: DefaultValues<Values> & Values,
  failure: CallFailure | undefined,
) {
  const { refusal } = useWording()
  const form = useForm<Values, unknown, Input<C>>({
    resolver: resolverOf<Values, Input<C>>(call.input, refusal),
    defaultValues,
    mode: 'onSubmit',
    shouldFocusError: false,
  })
  const { setError } = form
  const field = failure?.field
  const isAtField = field !== undefined && field in defaultValues
  useEffect(() => {
    if (failure === undefined || !isAtField) return
    setError(field as FieldPath<Values>, { type: 'server', message: failure.message })
    focusFirstError()
  }, [failure, field, isAtField, setError])
  return {
    ...form,
    message: failure === undefined || isAtField || failure.code === 'network' ? undefined : failure.message,
    /** Looks at some of the fields without sending anything; the first at fault takes the focus. */
    check: async (names: FieldPath<Values>[]): Promise<boolean> => {
      const isInOrder = await form.trigger(names, { shouldFocus: false })
      if (!isInOrder) focusFirstError()
      return isInOrder
    },
    /** Sends what was entered to `act` once it is valid; otherwise the first field at fault takes the focus. */
    submitTo: (act: (input: Input<C>) => unknown) => form.handleSubmit((input) => void act(input), focusFirstError),
  }
}

/** Once the errors are drawn: the first that can be seen, for pages that are kept behind this one have forms too. */
function focusFirstError(): void {
  requestAnimationFrame(() => {
    for (const field of document.querySelectorAll('form [aria-invalid="true"]')) {
      if (!(field instanceof HTMLElement) || field.getClientRects().length === 0) continue
      // Of a choice, its first option.
      const target = field.matches('fieldset') ? field.querySelector('input') : field
      target?.focus()
      return
    }
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
    </form>
  )
}

/** What a field of the kit takes from the form. */
export type Bound<Value> = {
  readonly name: string
  readonly value: Value
  readonly onChange: (value: Value) => void
  readonly onBlur: () => void
  readonly error: string | undefined
}

type FieldProps<Values extends FieldValues, Name extends FieldPath<Values>, Asked> = {
  control: Control<Values, unknown, Asked>
  name: Name
  children: (field: Bound<FieldPathValue<Values, Name>>) => ReactNode
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

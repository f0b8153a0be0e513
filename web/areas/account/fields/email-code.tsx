import { authentication } from '@mex/contract/account/authentication.ts'
import type { Input } from '@mex/contract/call.ts'
import { useRef, useState } from 'react'

import { useSend } from '#data/call.ts'
import { focusFirstError, type FieldBinding } from '#components/call-form.tsx'
import { useSecondsUntil } from '#components/countdown.ts'
import { useText } from '#text/use-text.ts'
import { CodeField } from '#ui/code-field.tsx'
import { Stack } from '#ui/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import { TextButton } from '#ui/text-button.tsx'
import { clockText } from '#components/lockout.ts'

type Props = {
  field: FieldBinding<string>
  email: string
  purpose: Input<typeof authentication.sendEmailCode>['purpose']
  /** Validates the address before the code is sent, and shows errors at its field. */
  checkEmail: () => Promise<boolean>
}

/** The seconds to wait of a refusal (code_too_soon). */
const secondsOf = (details: Readonly<Record<string, unknown>>): number | undefined => {
  const seconds = Number(details['s'])
  return Number.isFinite(seconds) && seconds > 0 ? seconds : undefined
}

/** The six-digit code sent by e-mail, with the button that sends it and the countdown until it can be sent again. */
export function EmailCode({ field, email, purpose, checkEmail }: Props) {
  const t = useText()
  const [pressed, setPressed] = useState<{ at: number; email: string }>()
  const sending = useSend(authentication.sendEmailCode, { done: t('spec.successes.sendSuccess') })
  // The state belongs to the previous address.
  const isHere = pressed?.email === email.trim()
  const pressedAt = isHere ? pressed.at : undefined
  const failure = isHere ? sending.failure : undefined
  const answer = isHere ? sending.answer : undefined
  const waitSeconds = failure === undefined ? answer?.resendInSeconds : secondsOf(failure.details)
  const seconds =
    useSecondsUntil(
      pressedAt === undefined || waitSeconds === undefined ? undefined : pressedAt + waitSeconds * 1000,
    ) ?? 0
  const validSeconds = useSecondsUntil(
    pressedAt === undefined || answer === undefined ? undefined : pressedAt + answer.expiresInSeconds * 1000,
  )
  const element = useRef<HTMLDivElement>(null)
  /** The focused button is now disabled: moves the focus to the code field, which is the next step. */
  const enterCode = () => {
    const { activeElement } = document
    const isFree = activeElement === document.body || element.current?.contains(activeElement) === true
    if (isFree) element.current?.querySelector('input')?.focus()
  }
  const send = async () => {
    if (!(await checkEmail())) {
      focusFirstError()
      return
    }
    const to = email.trim()
    setPressed({ at: Date.now(), email: to })
    if ((await sending.send({ email: to, purpose })) !== undefined) enterCode()
  }
  const word =
    seconds > 0
      ? t('auth.resendIn', { seconds: String(seconds) })
      : answer === undefined
        ? t('auth.sendCode')
        : t('auth.resendCode')
  const devCode = answer?.devCode
  const fill = () => {
    field.onChange(devCode ?? '')
    enterCode()
  }
  return (
    <div ref={element}>
      <Stack gap={8}>
        <CodeField
          label={t('auth.code')}
          value={field.value}
          onChange={field.onChange}
          error={field.error}
          hint={
            validSeconds === undefined
              ? undefined
              : validSeconds > 0
                ? t('auth.codeValid', { time: clockText(validSeconds) })
                : t('auth.codeOver')
          }
          aside={<TextButton text={word} disabled={seconds > 0 || sending.isBusy} onPress={() => void send()} />}
        />
        {devCode === undefined || devCode === field.value ? undefined : (
          <Notice action={<TextButton text={t('auth.useCode')} onPress={fill} />}>
            {t('auth.practiceCode', { code: devCode })}
          </Notice>
        )}
      </Stack>
    </div>
  )
}

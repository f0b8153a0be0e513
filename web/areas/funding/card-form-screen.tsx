import type { ReactNode } from 'react'

import { SubmitButton } from '#components/call-form.tsx'
import { useText } from '#text/use-text.ts'
import { Screen } from '#ui/screen.tsx'

type Props = { title: string; isBusy: boolean; onSave: () => void; children: ReactNode }

/** The screen of a form that adds or changes a bank card or a coin account. */
export function CardFormScreen({ title, isBusy, onSave, children }: Props) {
  const t = useText()
  return (
    <Screen
      title={title}
      footer={<SubmitButton text={t('funding.save')} offline={t('funding.offline')} busy={isBusy} onPress={onSave} />}
    >
      {children}
    </Screen>
  )
}

import { useNavigation } from '#data/use-navigation.ts'
import { useText } from '#text/use-text.ts'
import { Tabs } from '#ui/tabs.tsx'

export type Method = 'coin' | 'bank'

type Props = {
  label: string
  texts: Readonly<Record<Method, string>>
  value: Method
  onChange: (method: Method) => void
}

/** The switch between digital currency and the simulated bank. */
export function MethodSwitch({ label, texts, value, onChange }: Props) {
  return (
    <Tabs
      label={label}
      options={[
        { value: 'coin', text: texts.coin },
        { value: 'bank', text: texts.bank },
      ]}
      value={value}
      onChange={onChange}
    />
  )
}

export function DepositSwitch({ value, onChange }: Pick<Props, 'value' | 'onChange'>) {
  const t = useText()
  const texts = { coin: t('funding.coins'), bank: t('titles.depositFiat') }
  return <MethodSwitch label={t('funding.method')} texts={texts} value={value} onChange={onChange} />
}

/** The same switch between the pages of the two ways. */
export function DepositPages({ value }: Pick<Props, 'value'>) {
  const navigation = useNavigation()
  return (
    <DepositSwitch
      value={value}
      onChange={(next) => navigation.replace(next === 'bank' ? 'depositFiat' : 'depositWallet')}
    />
  )
}

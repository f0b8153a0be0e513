import { useNavigation, useParameters } from '#data/use-navigation.ts'
import { BankCardForm } from './bank-card-form.tsx'
import { CardOfAddress } from './card-of-address.tsx'
import { useText } from '#text/use-text.ts'

/** A new bank card, or the one that the address names. */
export function EditBankCard() {
  const t = useText()
  const navigation = useNavigation()
  const { id } = useParameters('editBankCard')
  const title = t(id === undefined ? 'funding.newCard' : 'titles.editBankCard')
  return (
    <CardOfAddress title={title} kind="bank" id={id}>
      {(card) => (
        <BankCardForm title={title} {...(card === undefined ? {} : { card })} onDone={() => navigation.back()} />
      )}
    </CardOfAddress>
  )
}

import { useNavigation, useParameters } from '#data/use-navigation.ts'
import { BankCardForm } from './bank-card-form.tsx'
import { CardFromLink } from './card-from-link.tsx'
import { useText } from '#text/use-text.ts'

/** Adds a bank card, or edits the one of the URL. */
export function EditBankCard() {
  const t = useText()
  const navigation = useNavigation()
  const { id } = useParameters('editBankCard')
  const title = t(id === undefined ? 'funding.newCard' : 'titles.editBankCard')
  return (
    <CardFromLink title={title} kind="bank" id={id}>
      {(card) => (
        <BankCardForm title={title} {...(card === undefined ? {} : { card })} onDone={() => navigation.back()} />
      )}
    </CardFromLink>
  )
}

import { useNavigation, useParameters } from '#data/use-navigation.ts'
import { CardFromLink } from './card-from-link.tsx'
import { CoinAccountForm } from './coin-account-form.tsx'
import { useText } from '#text/use-text.ts'

/** Adds a virtual-coin account, or edits the one of the URL. */
export function EditCoinAccount() {
  const t = useText()
  const navigation = useNavigation()
  const { id } = useParameters('editCoinAccount')
  const title = t(id === undefined ? 'funding.newCoin' : 'titles.editCoinAccount')
  return (
    <CardFromLink title={title} kind="coin" id={id}>
      {(card) => (
        <CoinAccountForm title={title} {...(card === undefined ? {} : { card })} onDone={() => navigation.back()} />
      )}
    </CardFromLink>
  )
}

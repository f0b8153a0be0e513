import { useNavigation, useParameters } from '#data/use-navigation.ts'
import { CardOfAddress } from './card-of-address.tsx'
import { CoinAccountForm } from './coin-account-form.tsx'
import { useText } from '#text/use-text.ts'

/** A new virtual-coin account, or the one that the address names. */
export function EditCoinAccount() {
  const t = useText()
  const navigation = useNavigation()
  const { id } = useParameters('editCoinAccount')
  const title = t(id === undefined ? 'funding.newCoin' : 'titles.editCoinAccount')
  return (
    <CardOfAddress title={title} kind="coin" id={id}>
      {(card) => (
        <CoinAccountForm title={title} {...(card === undefined ? {} : { card })} onDone={() => navigation.back()} />
      )}
    </CardOfAddress>
  )
}

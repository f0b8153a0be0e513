import { SubscriptionList } from '#areas/offerings/door/subscription-list.tsx'
import { useProduct } from '#data/product.ts'
import { detailHrefOf } from './links.ts'
import { Empty } from './lists.tsx'

/** The applications for new issues and placings (list 4). */
export function Subscriptions() {
  const { opensDetails } = useProduct()
  return (
    <SubscriptionList
      detailOf={(application) => (opensDetails ? detailHrefOf(application, 'subscriptions') : undefined)}
      empty={<Empty list="subscriptions" />}
    />
  )
}

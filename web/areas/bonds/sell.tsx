import { parseId } from '#components/parse-id.ts'
import { useParameters } from '#data/use-navigation.ts'
import { HoldingPage } from './door/holding-page.tsx'

/** A holding of the person, and its sale. */
export function SellBond() {
  const { id } = useParameters('sellBond')
  return <HoldingPage id={parseId(id)} />
}

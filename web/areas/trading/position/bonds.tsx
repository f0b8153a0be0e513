import { HoldingList } from '#areas/bonds/door/holding-list.tsx'
import { Empty } from './lists.tsx'

/** The bonds of the person (list 6). */
export function Bonds() {
  return <HoldingList empty={<Empty list="bonds" />} />
}

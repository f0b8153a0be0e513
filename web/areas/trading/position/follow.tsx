import { FollowList } from '#areas/follow/door/follow-list.tsx'
import { Empty } from './lists.tsx'

/** The campaigns that the person follows (list 5). */
export function Follow() {
  return <FollowList empty={<Empty list="follow" />} />
}

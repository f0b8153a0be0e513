/** A bounded queue that serves its callers in turn, so that one who asks much delays the others by one item each. */
export type FairQueue<Item> = {
  /** False when the queue, or the caller's share of it, is full: the item is then not in it. */
  add(caller: string, item: Item): boolean
  /** The oldest item of the caller whose turn it is; undefined when nothing waits. */
  take(): Item | undefined
}

export type QueueBounds = { readonly most: number; readonly mostPerCaller: number }

export function openFairQueue<Item>({ most, mostPerCaller }: QueueBounds): FairQueue<Item> {
  /** In the order of the turns; nobody is in it without an item. */
  const lanes = new Map<string, Item[]>()
  let count = 0
  return {
    add(caller, item) {
      const lane = lanes.get(caller) ?? []
      if (count >= most || lane.length >= mostPerCaller) return false
      lane.push(item)
      lanes.set(caller, lane)
      count += 1
      return true
    },
    take() {
      const [turn] = lanes
      if (turn === undefined) return undefined
      const [caller, lane] = turn
      const item = lane.shift()
      count -= 1
      lanes.delete(caller)
      if (lane.length > 0) lanes.set(caller, lane)
      return item
    },
  }
}

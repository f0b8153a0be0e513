/** A bounded queue that serves callers round-robin: a caller with many items delays the others by one item per turn. */
export type FairQueue<Item> = {
  /**
   * Returns the dropped item; undefined when there is room. The new item is dropped when its caller's quota is full.
   * When the queue is full, the newest item of the caller with the most items is dropped, or the new one if its caller
   * would then have at least as many.
   */
  add(caller: string, item: Item): Item | undefined
  /** Moves a waiting item to a caller who also wants it and whose turn for it comes sooner. */
  share(item: Item, caller: string): void
  /** Removes the oldest item of the caller whose turn it is; undefined when the queue is empty. */
  take(): Item | undefined
}

export type QueueBounds = { readonly most: number; readonly mostPerCaller: number }

export function openFairQueue<Item>({ most, mostPerCaller }: QueueBounds): FairQueue<Item> {
  /** Waiting items by caller, in the order of the turns. A caller without items has no lane. */
  const lanes = new Map<string, Item[]>()
  /** The caller of each waiting item. */
  const callers = new Map<Item, string>()

  function push(caller: string, item: Item): void {
    const lane = lanes.get(caller)
    if (lane === undefined) lanes.set(caller, [item])
    else lane.push(item)
    callers.set(item, caller)
  }

  function remove(caller: string, lane: Item[], position: number): Item | undefined {
    const [item] = lane.splice(position, 1)
    if (lane.length === 0) lanes.delete(caller)
    if (item !== undefined) callers.delete(item)
    return item
  }

  return {
    add(caller, item) {
      const own = lanes.get(caller)?.length ?? 0
      if (own >= mostPerCaller) return item
      let removed: Item | undefined
      if (callers.size >= most) {
        const [longest, lane] = longestOf(lanes)
        if (lane.length <= own + 1) return item
        removed = remove(longest, lane, lane.length - 1)
      }
      push(caller, item)
      return removed
    },
    share(item, caller) {
      const before = callers.get(item)
      const lane = before === undefined ? undefined : lanes.get(before)
      if (before === undefined || before === caller || lane === undefined) return
      const position = lane.indexOf(item)
      if ((lanes.get(caller)?.length ?? 0) >= position) return
      remove(before, lane, position)
      push(caller, item)
    },
    take() {
      const [turn] = lanes
      if (turn === undefined) return undefined
      const [caller, lane] = turn
      const item = remove(caller, lane, 0)
      // A caller with more items goes to the end of the order of turns.
      if (lanes.delete(caller)) lanes.set(caller, lane)
      return item
    },
  }
}

/** The caller with the most items; of two with as many, the one with the earlier turn. */
function longestOf<Item>(lanes: ReadonlyMap<string, Item[]>): readonly [string, Item[]] {
  return [...lanes].reduce((longest, lane) => (lane[1].length > longest[1].length ? lane : longest))
}

import type { Guard } from './guard.ts'

const applying = 'server/areas/offerings/placings.test.ts'
const locked = 'server/areas/offerings/placing-locked.test.ts'
const drawn = 'server/feeds/simulator/placings.test.ts'
const rule = 'core/offerings/placing.test.ts'

/** What keeps placings fair (docs/decisions/035-placings.md). */
export const placings: readonly Guard[] = [
  {
    name: 'placing: the stock takes no new shorts',
    rows: [],
    file: 'server/areas/trading/deciding.ts',
    find: 'underOffer: isUnderOffer(engine.feed, key, now)',
    replace: 'underOffer: false',
    test: applying,
    fails: 'a stock under an offer takes no new shorts',
  },
  {
    name: 'placing: its quote offers no short sale',
    rows: [],
    file: 'server/areas/trading/under-offer.ts',
    find: 'shortable && !isUnderOffer(feed, key, now)',
    replace: 'shortable',
    test: applying,
    fails: 'a stock under an offer takes no new shorts',
  },
  {
    name: 'placing: who is short cannot apply',
    rows: [],
    file: 'server/areas/offerings/applications.ts',
    find: 'isShort: isPlacing(offer) && (await isShortIn(tx, user, offer.instrument))',
    replace: 'isShort: false',
    test: applying,
    fails: 'placings.apply refuses: short_not_available, to who was short before',
  },
  {
    name: 'placing: who has an order to be short cannot apply',
    rows: [],
    file: 'server/areas/trading/under-offer.ts',
    find: "and status in ('accepted', 'partly_filled')",
    replace: 'and false',
    test: applying,
    fails: 'placings.apply refuses: short_not_available, to who has an order to be short',
  },
  {
    name: 'placing: the shares are locked until the lock-up ends',
    rows: [],
    file: 'server/areas/trading/allotted-positions.ts',
    find: 'and source <> ${sources.blockTrade} and expires_at <= ${isoInstant(now)}',
    replace: 'and source <> ${sources.blockTrade} and ${isoInstant(now)}::timestamptz is not null',
    test: applying,
    fails: 'opens the position at the end of the lock-up',
  },
  {
    name: 'placing: nothing is allotted before its time',
    rows: [],
    file: 'core/offerings/application.ts',
    find: "!applicationStates.can(application.status, 'allot') || at < offer.allotsAt",
    replace: "!applicationStates.can(application.status, 'allot')",
    test: rule,
    fails: 'is settled once its time has come',
  },
  {
    name: 'placing: a window that has ended takes nothing',
    rows: [],
    file: 'core/offerings/application.ts',
    find: '  if (!isOpenAt(offer, at)) return closed(offer)\n',
    replace: '',
    test: rule,
    fails: 'is refused: placing_closed',
  },
  {
    name: 'placing: nothing declared falls into the window',
    rows: [],
    file: 'server/feeds/simulator/placings.ts',
    find: ' || isInterrupted(source.actions(key, window.publishedAt), window)',
    replace: '',
    test: drawn,
    fails: 'nothing that changes the shares takes effect',
  },
  {
    name: 'placing: a company has one at a time',
    rows: [],
    file: 'server/feeds/simulator/placings.ts',
    find: 'isTaken(known, key, window) || ',
    replace: '',
    test: drawn,
    fails: 'two are open at any hour of a year',
  },
  {
    name: 'placing: the seed is secret until the window has ended',
    rows: [],
    file: 'server/feeds/simulator/simulated-feed.ts',
    find: '    if (now < offer.endsAt) return undefined\n',
    replace: '',
    test: drawn,
    fails: 'the seed of its allotment is told when the window has ended',
  },
  {
    name: 'placing: verify fills knows the shares that were paid out while they were locked',
    rows: [],
    file: 'server/areas/offerings/verify-positions.ts',
    find: '      if (closedLockedAt !== undefined && closedLockedAt < end + patience) return [position]\n',
    replace: '',
    test: locked,
    fails: 'a company that leaves the market pays locked shares out',
  },
]

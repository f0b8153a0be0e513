import type { Guard } from './guard.ts'

/** What keeps charts from holding up everything else. */
export const charts: readonly Guard[] = [
  {
    name: 'the share of one caller in the queue of the charts',
    rows: [],
    file: 'server/feeds/bars/fair-queue.ts',
    find: 'count >= most || lane.length >= mostPerCaller',
    replace: 'count >= most',
    test: 'server/feeds/bars/fair-queue.test.ts',
    fails: 'refuses an item of a caller whose share is full',
  },
  {
    name: 'the second thread for a question whose thread ended',
    rows: [],
    file: 'server/feeds/bars/lasting-worker.ts',
    find: 'const lostMost = 2',
    replace: 'const lostMost = 1',
    test: 'server/feeds/bars/bar-service.test.ts',
    fails: 'the question of a thread that ends is answered by the next thread',
  },
  {
    name: 'the empty environment of the threads',
    rows: [],
    file: 'server/feeds/bars/lasting-worker.ts',
    find: '    env: {},\n',
    replace: '',
    test: 'server/feeds/bars/bar-service.test.ts',
    fails: 'a thread gets no settings',
  },
  {
    name: 'the path of the day that is played, while others look back',
    rows: [],
    file: 'server/feeds/replay/path.ts',
    find: 'if (newest === undefined || position > newest.position) [',
    replace: 'if (position >= 0) [',
    test: 'server/feeds/replay/path.test.ts',
    fails: 'looks at earlier days leave the paths of the newest day and of the one before it as they are',
  },
  {
    name: 'the rate class of the charts',
    rows: [],
    file: 'contract/market.ts',
    find: "    rate: 'history',\n",
    replace: '',
    test: 'world/limits.test.ts',
    fails: 'calls of the class history are counted per person who has signed in',
  },
]

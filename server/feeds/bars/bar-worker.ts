import { constants, setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { present } from '@mex/core/assert.ts'
import { openCatalogue } from '#feeds/catalogue.ts'
import { openFeed } from '#feeds/open-feed.ts'
import { whenIdle } from '#jobs/idle.ts'
import { placeOf, type Message, type Reply, type ThreadData } from './messages.ts'
import { answerTo } from './questions.ts'

/** The program of a worker thread: opens the main thread's feed from the same inputs and answers questions in turn. */
const port = present(parentPort, 'the port of a worker thread')
const { inputs, place, places } = workerData as ThreadData
const reply = (message: Reply): void => port.postMessage(message)

// The event loop has priority over charts. On Linux the nice value belongs to the calling thread (setpriority(2), "C
// library/kernel differences"); elsewhere it would slow down the whole process.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL)

/** Past sessions are scanned once, day after day, so a small cache of paths (some 19 KB a day) is enough. */
const keptPathDays = 300

const feed = openFeed(inputs, openCatalogue(), { keptPathDays })

function* warmUp(now: number): Generator<void> {
  yield* feed.warmUp(now, (key) => placeOf(key, places) === place)
  reply({ warmedUp: true })
}

port.on('message', (message: Message) => {
  if ('warmUp' in message) {
    whenIdle(warmUp(message.warmUp), (error) => reply({ warmUpFailed: error }))
    return
  }
  try {
    reply({ answer: answerTo(feed, message.question) })
  } catch (error) {
    reply({ failed: error })
  }
})
reply({ ready: true })

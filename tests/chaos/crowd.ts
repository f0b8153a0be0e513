import { once } from 'node:events'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { keepOpening, type Guest, type Page } from './pages.ts'

/** The pages of a crowd on a thread of their own, so that they delay nobody whose answers are measured. */
export type Crowd = AsyncDisposable & {
  /** Opens all sockets, those of before first being closed; answers how many milliseconds it took. */
  reconnect(this: void): Promise<number>
  /** How many pages have a quote. */
  informed(this: void): Promise<number>
}

type Place = { readonly url: string; readonly guests: readonly Guest[]; readonly socketsEach: number }
type Question = 'reconnect' | 'informed'

const quote = 'quote.US.AAPL'

export function openCrowd(place: Place): Crowd {
  const thread = new Worker(new URL(import.meta.url), { workerData: place })
  const ask = async (question: Question): Promise<number> => {
    thread.postMessage(question)
    const [answer] = (await once(thread, 'message')) as [number]
    return answer
  }
  return {
    reconnect: () => ask('reconnect'),
    informed: () => ask('informed'),
    [Symbol.asyncDispose]: async () => void (await thread.terminate()),
  }
}

function answerOn(port: NonNullable<typeof parentPort>, { url, guests, socketsEach }: Place): void {
  let pages: readonly Page[] = []
  const openAll = (): Promise<Page[]> =>
    Promise.all(
      guests.flatMap((guest) => Array.from({ length: socketsEach }, () => keepOpening(url, guest, ['user', quote]))),
    )
  const answers: Readonly<Record<Question, () => Promise<number>>> = {
    async reconnect() {
      const begin = performance.now()
      for (const page of pages) page.close()
      pages = await openAll()
      return performance.now() - begin
    },
    informed: async () => pages.filter(({ frames }) => frames(quote).length > 0).length,
  }
  port.on('message', (question: Question) => {
    // An error ends the thread, and with it the test.
    void answers[question]().then((answer) => port.postMessage(answer))
  })
}

if (!isMainThread && parentPort !== null) answerOn(parentPort, workerData as Place)

import { SourceFailure } from './source-failure.ts'

export type FetchBounds = {
  /** A cache in front of the source, or a test's own server, that gets all requests instead. */
  readonly origin: string | undefined
  readonly timeoutMilliseconds: number
  readonly bytesMax: number
}

type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>

/** `fetch` with a time limit and a limit of size, which throws at once when the source refuses. */
export function openBoundedFetch({ origin, timeoutMilliseconds, bytesMax }: FetchBounds): Fetch {
  return async (input, init) => {
    const asked = new URL(input instanceof Request ? input.url : input)
    const address = origin === undefined ? asked : new URL(asked.pathname + asked.search, origin)
    const response = await fetch(address, { ...init, signal: AbortSignal.timeout(timeoutMilliseconds) })
    // Only the calls of the interface are below /v; a page of the site gives the cookie, whatever its status.
    if (!/^\/v\d+\//.test(asked.pathname)) return response
    if (!response.ok) {
      await response.body?.cancel()
      throw refusalOf(response)
    }
    return new Response(await textOf(response, bytesMax), { status: response.status })
  }
}

function refusalOf({ status, headers }: Response): SourceFailure {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN)
  const retryAfter = Number.isFinite(seconds) && seconds > 0 ? seconds : undefined
  return new SourceFailure('refused', `the source answers ${status}`, {
    status,
    ...(retryAfter !== undefined && { retryAfter }),
  })
}

async function textOf(response: Response, bytesMax: number): Promise<string> {
  const decoder = new TextDecoder()
  let [text, bytes] = ['', 0]
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength
    if (bytes > bytesMax) throw new SourceFailure('unreadable', `an answer of more than ${bytesMax} bytes`)
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}

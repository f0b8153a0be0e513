import type { CallOutcome, Note } from './call-outcome.ts'
import { eventOf, type SecurityEvent } from './security-events.ts'

/** Where the lines go: a logger that writes one JSON object a line. */
export type Sink = { info(fields: Readonly<Record<string, unknown>>, message: string): void }

export type SecurityLog = {
  /** Takes note of what came of a call, and writes a line when it is one that matters to security. */
  readonly note: Note
  /** Writes how much was refused without a line of its own, and begins to count anew. */
  summarise(): void
  /** Summarises once more, and never again. */
  close(): void
}

/** What is written of one kind of refusal from one network, and in all, before the rest is only counted. */
const linesOfOneKind = 20
const linesInAll = 300
/** Kinds that are counted apart; what comes beyond them is counted by its event alone. */
const kindsMost = 200
const summaryMilliseconds = 60_000

type Kind = {
  readonly event: SecurityEvent
  readonly outcome: string
  readonly call: string | undefined
  readonly network: string
  lines: number
  unwritten: number
}

/** What a trusted proxy says of the caller's network goes into a line as an address or not at all. */
const networkText = (network: string): string => (/^[0-9a-f:.%/]{1,64}$/i.test(network) ? network : 'unreadable')

/**
 * The security log: one line for everything that opens, closes or changes an account, and for everything that is
 * refused to somebody who may be trying something. What was done is always written; a flood of refusals is counted
 * instead, by its event, outcome, call and network, and the count is written once a minute. A line has numbers, words
 * of our own and a network in it: no name, address, password, token or code, and nothing that a caller has written.
 */
export function openSecurityLog(sink: Sink): SecurityLog {
  const kinds = new Map<string, Kind>()
  let written = 0

  function kindOf(event: SecurityEvent, { outcome, call }: CallOutcome, network: string): Kind {
    const key = `${event} ${outcome} ${call} ${network}`
    const found = kinds.get(key)
    if (found !== undefined) return found
    if (kinds.size >= kindsMost) return restOf(event)
    const kind = { event, outcome, call, network, lines: 0, unwritten: 0 }
    kinds.set(key, kind)
    return kind
  }

  /** There are few events, so these stay few too. */
  function restOf(event: SecurityEvent): Kind {
    const kind = kinds.get(event) ?? {
      event,
      outcome: 'various',
      call: undefined,
      network: 'various',
      lines: linesOfOneKind,
      unwritten: 0,
    }
    kinds.set(event, kind)
    return kind
  }

  function note(happened: CallOutcome): void {
    const { call, outcome, user, request } = happened
    const event = eventOf(call, outcome)
    if (event === undefined) return
    const network = networkText(happened.network)
    if (outcome !== 'accepted') {
      const kind = kindOf(event, happened, network)
      if (kind.lines >= linesOfOneKind || written >= linesInAll) {
        kind.unwritten += 1
        return
      }
      kind.lines += 1
      written += 1
    }
    sink.info({ security: event, outcome, user, network, call, request }, 'security')
  }

  function summarise(): void {
    for (const { event, outcome, call, network, unwritten } of kinds.values())
      if (unwritten > 0) sink.info({ security: event, outcome, network, call, unwritten }, 'security, in short')
    kinds.clear()
    written = 0
  }

  const every = setInterval(summarise, summaryMilliseconds)
  every.unref()
  return {
    note,
    summarise,
    close() {
      clearInterval(every)
      summarise()
    },
  }
}

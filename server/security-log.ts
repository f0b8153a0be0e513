import type { CallOutcome, RecordOutcome } from './call-outcome.ts'
import { eventOf, type SecurityEvent } from './security-events.ts'

/** The logger: it writes one JSON object per line. */
export type Sink = { info(fields: Readonly<Record<string, unknown>>, message: string): void }

export type SecurityLog = {
  /** Writes a line if the outcome of the request is a security event. */
  readonly note: RecordOutcome
  /** Writes the counts of refusals that got no line, and resets them. */
  summarise(): void
  /** Writes the last summary and stops the timer. */
  close(): void
}

/** Lines per minute, per kind of refusal from one network and in all; further refusals are only counted. */
const linesOfOneKind = 20
const linesInAll = 300
/** Maximum kinds with a counter of their own; further ones are counted by their event. */
const kindsMax = 200
const summaryMilliseconds = 60_000

type Kind = {
  readonly event: SecurityEvent
  readonly outcome: string
  readonly call: string | undefined
  readonly network: string
  lines: number
  unwritten: number
}

/** A trusted proxy could forward any text as the address; only an address is logged. */
const networkText = (network: string): string => (/^[0-9a-f:.%/]{1,64}$/i.test(network) ? network : 'unreadable')

/**
 * The security log: one line for every call that opens, closes or changes an account, and for every refusal that may be an
 * attack. Accepted calls are always written. A flood of refusals is counted by event, outcome, call and network, and the
 * counts are written once a minute. A line has numbers, fixed words and a network: no name, address, password, token or
 * code, and no text from a client.
 */
export function openSecurityLog(sink: Sink): SecurityLog {
  const kinds = new Map<string, Kind>()
  let written = 0

  function kindOf(event: SecurityEvent, { outcome, call }: CallOutcome, network: string): Kind {
    const key = `${event} ${outcome} ${call} ${network}`
    const found = kinds.get(key)
    if (found !== undefined) return found
    if (kinds.size >= kindsMax) return restOf(event)
    const kind = { event, outcome, call, network, lines: 0, unwritten: 0 }
    kinds.set(key, kind)
    return kind
  }

  /** The shared counter of an event; events are few, so these counters are bounded too. */
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

  function note(noted: CallOutcome): void {
    const { call, outcome, user, request } = noted
    const event = eventOf(call, outcome)
    if (event === undefined) return
    const network = networkText(noted.network)
    if (outcome !== 'accepted') {
      const kind = kindOf(event, noted, network)
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

  const timer = setInterval(summarise, summaryMilliseconds)
  timer.unref()
  return {
    note,
    summarise,
    close() {
      clearInterval(timer)
      summarise()
    },
  }
}

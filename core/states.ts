type Table<State extends string, Event extends string> = Readonly<
  Record<State, Readonly<Partial<Record<Event, State>>>>
>

export type States<State extends string, Event extends string> = {
  readonly all: readonly State[]
  /** May this happen now? The server's guard and the page's disabled button ask the same question. */
  readonly can: (state: State, event: Event) => boolean
  /** Where the event leads, or undefined when it may not happen in this state. */
  readonly next: (state: State, event: Event) => State | undefined
  /** True for final states. */
  readonly final: (state: State) => boolean
}

/** A state machine as a table of the events allowed in each state and the state that follows. */
/* @__NO_SIDE_EFFECTS__ */
export function states<State extends string, Event extends string>(table: Table<State, Event>): States<State, Event> {
  return {
    all: Object.keys(table) as State[],
    can: (state, event) => table[state][event] !== undefined,
    next: (state, event) => table[state][event],
    final: (state) => Object.keys(table[state]).length === 0,
  }
}

import type { RouterHistory } from '@tanstack/history'

import { locationOf, type GivenParameters } from './links.ts'
import { opensOver, routeAt, routes, type RouteName } from './routes.ts'

/**
 * Our state in a history entry: the number of pages of this app before it (so that Back knows whether there is one), and
 * the number of layers (sheets, dialogs) open on it.
 */
export type EntryState = { readonly depth: number; readonly layer: number }

type History = Pick<RouterHistory, 'push' | 'replace' | 'back' | 'go' | 'location' | 'subscribe'>

export function stateOf(state: unknown): EntryState {
  const { depth, layer } = (state ?? {}) as Partial<Record<keyof EntryState, unknown>>
  return { depth: typeof depth === 'number' ? depth : 0, layer: typeof layer === 'number' ? layer : 0 }
}

/** The page below an order form, stored in the history entry of the form together with the visit. */
export type PageBelow = { readonly pathname: string; readonly search: string; readonly href: string }
type SheetState = { readonly below?: PageBelow; readonly visit?: string }

function sheetStateOf(state: unknown): SheetState {
  const { below, visit } = (state ?? {}) as SheetState
  return below === undefined || visit === undefined ? {} : { below, visit }
}

/**
 * The page below a form. Undefined for an entry that is a page of its own, and for a form of another visit: after a
 * reload there is no page below it.
 */
export function pageBelow(state: unknown, visit: string): PageBelow | undefined {
  const sheet = sheetStateOf(state)
  return sheet.visit === visit ? sheet.below : undefined
}

const pathOf = (location: string): string => location.split('?', 1)[0] ?? location

/** Navigation between pages (spec §2, "Screens and routes"). A class, because it owns the open layers. */
export class Navigation {
  readonly #history: History
  /** The open layers' functions that close them, top layer last. */
  readonly #layers: (() => void)[] = []
  /** The id of this visit, different after every reload. */
  readonly #visit: string
  /** Whether a closed layer is going back; history.back() is asynchronous. */
  #isReturning = false
  /** Layers that opened meanwhile; they get their entries when it has arrived. */
  readonly #waiting: (() => void)[] = []

  constructor(history: History, visit = '') {
    this.#history = history
    this.#visit = visit
    history.subscribe(({ action }) => {
      this.#closeLayers()
      if (action.type === 'PUSH' || action.type === 'REPLACE') return
      this.#isReturning = false
      for (const open of this.#waiting.splice(0)) open()
    })
  }

  /** The id of the current history entry, the same again after Back or a sign-in. */
  get entry(): string {
    const { href, state } = this.#history.location
    // An entry opened by URL has no state of ours, and a new key at every read.
    return 'depth' in state ? (state.__TSR_key ?? href) : href
  }

  get #state(): EntryState {
    return stateOf(this.#history.location.state)
  }

  /** Goes to a page: a tab replaces the whole history of the app, any other page is pushed. */
  to<Name extends RouteName>(route: Name, parameters?: GivenParameters<Name>): void {
    this.toLocation(locationOf(route, parameters))
  }

  /** Goes to a location, such as that of a link. */
  toLocation(location: string): void {
    const route = routeAt(pathOf(location))
    if (route !== undefined && routes[route].isTab === true) this.#toTab(location)
    else if (this.#layers.length > 0) this.#replaceLayers(location)
    else if (opensOver(route, routeAt(this.#history.location.pathname))) this.#openOver(location)
    else this.#history.push(location, { depth: this.#state.depth + 1, layer: 0 })
  }

  /** Replaces the current page: Back does not return to it. */
  replace<Name extends RouteName>(route: Name, parameters?: GivenParameters<Name>): void {
    const { depth } = this.#state
    this.#layers.length = 0
    this.#history.replace(locationOf(route, parameters), { depth, layer: 0 })
  }

  /** Replaces the parameters of the current page, which keeps its state. */
  setParameters<Name extends RouteName>(route: Name, parameters: GivenParameters<Name>): void {
    this.#history.replace(locationOf(route, parameters), {
      ...this.#state,
      ...sheetStateOf(this.#history.location.state),
      // Told by the entry: the page has replaced its own parameters.
      sets: true,
    })
  }

  /** Goes to the previous page; to the home page if there is no previous page of this app. */
  back(): void {
    if (this.#state.depth > 0) this.#history.back()
    else this.#history.replace('/', { depth: 0, layer: 0 })
  }

  /** Adds a history entry for a layer, which Back closes. Returns the function that closes it otherwise. */
  openLayer(onBack: () => void): () => void {
    const open = () => {
      this.#layers.push(onBack)
      const { depth } = this.#state
      const sheet = sheetStateOf(this.#history.location.state)
      this.#history.push(this.#history.location.href, { ...sheet, depth: depth + 1, layer: this.#layers.length })
    }
    if (this.#isReturning) this.#waiting.push(open)
    else open()
    return () => {
      const waits = this.#waiting.indexOf(open)
      if (waits >= 0) this.#waiting.splice(waits, 1)
      const at = this.#layers.indexOf(onBack)
      if (at < 0) return
      // Those above it go with it.
      const entries = this.#layers.splice(at).length
      this.#isReturning = true
      this.#history.go(-entries)
    }
  }

  /** Opens a form with its own URL over the current page, which stays below. */
  #openOver(location: string): void {
    const { pathname, search, href } = this.#history.location
    this.#history.push(location, {
      depth: this.#state.depth + 1,
      layer: 0,
      below: { pathname, search, href },
      visit: this.#visit,
    })
  }

  /** A page opened from a layer replaces the layer's entry, so that Back returns to the page below. */
  #replaceLayers(location: string): void {
    const closing = this.#layers.splice(0)
    const { depth } = this.#state
    const above = closing.length - 1
    this.#after(above, () => this.#history.replace(location, { depth: depth - above, layer: 0 }))
    for (const close of closing.toReversed()) close()
  }

  /** Goes back to the first entry of the app and replaces it with the tab, so that Back on a tab leaves the app. */
  #toTab(location: string): void {
    const closing = this.#layers.splice(0)
    this.#after(this.#state.depth, () => this.#history.replace(location, { depth: 0, layer: 0 }))
    for (const close of closing.toReversed()) close()
  }

  /** Goes back by `entries`, then calls `act`; history.go is asynchronous. */
  #after(entries: number, act: () => void): void {
    if (entries === 0) {
      act()
      return
    }
    const stop = this.#history.subscribe(() => {
      stop()
      act()
    })
    this.#history.go(-entries)
  }

  #closeLayers(): void {
    const { layer } = this.#state
    while (this.#layers.length > layer) this.#layers.pop()?.()
  }
}

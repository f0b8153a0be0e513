import type { RouterHistory } from '@tanstack/history'

import { locationOf, type GivenParameters } from './links.ts'
import { opensOver, routeAt, routes, type RouteName } from './routes.ts'

/**
 * What we note in every history entry of ours: how many of our pages lie before it (so that Back knows whether there is
 * one), and how many layers (sheets, dialogs) are open on it.
 */
export type EntryState = { readonly depth: number; readonly layer: number }

type History = Pick<RouterHistory, 'push' | 'replace' | 'back' | 'go' | 'location' | 'subscribe'>

export function stateOf(state: unknown): EntryState {
  const { depth, layer } = (state ?? {}) as Partial<Record<keyof EntryState, unknown>>
  return { depth: typeof depth === 'number' ? depth : 0, layer: typeof layer === 'number' ? layer : 0 }
}

/** The page that a form is open over, kept in the entry of the form, with the visit in which it was opened. */
export type PageBelow = { readonly pathname: string; readonly search: string; readonly href: string }
type SheetState = { readonly below?: PageBelow; readonly visit?: string }

function sheetStateOf(state: unknown): SheetState {
  const { below, visit } = (state ?? {}) as SheetState
  return below === undefined || visit === undefined ? {} : { below, visit }
}

/**
 * Undefined for an entry that is a page of its own. So is a form that was opened in another visit: after a reload the
 * page below it is gone.
 */
export function pageBelow(state: unknown, visit: string): PageBelow | undefined {
  const sheet = sheetStateOf(state)
  return sheet.visit === visit ? sheet.below : undefined
}

const pathOf = (location: string): string => location.split('?', 1)[0] ?? location

/** The ways through the pages (spec §2, "Screens and routes"). A class, because it owns the open layers. */
export class Navigation {
  readonly #history: History
  /** What Back closes, the uppermost last. */
  readonly #layers: (() => void)[] = []
  /** The name of this visit, different after every reload. */
  readonly #visit: string

  constructor(history: History, visit = '') {
    this.#history = history
    this.#visit = visit
    history.subscribe(() => this.#closeLayers())
  }

  /** Names the entry in view: whoever returns to it finds the same name, also after a sign-in. */
  get entry(): string {
    const { href, state } = this.#history.location
    // An address that was entered or opened has no state of ours, and a new key whenever it is looked at.
    return 'depth' in state ? (state.__TSR_key ?? href) : href
  }

  get #state(): EntryState {
    return stateOf(this.#history.location.state)
  }

  /** Goes to a page: a tab page takes the place of everything, any other is pushed. */
  to<Name extends RouteName>(route: Name, parameters?: GivenParameters<Name>): void {
    this.toLocation(locationOf(route, parameters))
  }

  /** The same for a location that is already written, such as that of a link. */
  toLocation(location: string): void {
    const route = routeAt(pathOf(location))
    if (route !== undefined && routes[route].isTab === true) this.#toTab(location)
    else if (this.#layers.length > 0) this.#replaceLayers(location)
    else if (opensOver(route, routeAt(this.#history.location.pathname))) this.#openOver(location)
    else this.#history.push(location, { depth: this.#state.depth + 1, layer: 0 })
  }

  /** Goes to a page in place of this one: Back does not lead here again. */
  replace<Name extends RouteName>(route: Name, parameters?: GivenParameters<Name>): void {
    const { depth } = this.#state
    this.#layers.length = 0
    this.#history.replace(locationOf(route, parameters), { depth, layer: 0 })
  }

  /** Changes the parameters of the page in view without leaving it. */
  setParameters<Name extends RouteName>(route: Name, parameters: GivenParameters<Name>): void {
    this.#history.replace(locationOf(route, parameters), {
      ...this.#state,
      ...sheetStateOf(this.#history.location.state),
    })
  }

  /** To the page before; with nothing of ours before it, to the home page. */
  back(): void {
    if (this.#state.depth > 0) this.#history.back()
    else this.#history.replace('/', { depth: 0, layer: 0 })
  }

  /** Adds a history entry for something over the page; Back closes it. Returns how to close it otherwise. */
  openLayer(onBack: () => void): () => void {
    this.#layers.push(onBack)
    const { depth } = this.#state
    const sheet = sheetStateOf(this.#history.location.state)
    this.#history.push(this.#history.location.href, { ...sheet, depth: depth + 1, layer: this.#layers.length })
    return () => {
      const at = this.#layers.indexOf(onBack)
      if (at < 0) return
      this.#layers.splice(at)
      this.#history.back()
    }
  }

  /** The address is the form's, the page below stays where it is: Back leads to it. */
  #openOver(location: string): void {
    const { pathname, search, href } = this.#history.location
    this.#history.push(location, {
      depth: this.#state.depth + 1,
      layer: 0,
      below: { pathname, search, href },
      visit: this.#visit,
    })
  }

  /** A page that is opened from a layer takes the layer's entry, so that Back returns to the page below. */
  #replaceLayers(location: string): void {
    const closing = this.#layers.splice(0)
    const { depth } = this.#state
    const above = closing.length - 1
    this.#after(above, () => this.#history.replace(location, { depth: depth - above, layer: 0 }))
    for (const close of closing.toReversed()) close()
  }

  /** Takes our entries away, so that Back on a tab page leaves the app, and shows the tab in place of the first. */
  #toTab(location: string): void {
    const closing = this.#layers.splice(0)
    this.#after(this.#state.depth, () => this.#history.replace(location, { depth: 0, layer: 0 }))
    for (const close of closing.toReversed()) close()
  }

  /** Goes back so many entries, then acts; the browser tells when it has arrived. */
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

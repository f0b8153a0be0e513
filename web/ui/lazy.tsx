import { Component, lazy, type ComponentType, type LazyExoticComponent, type ReactNode } from 'react'

import type { PageSection } from '#text/parts.ts'
import { texts } from '#text/texts.ts'

/** The JavaScript chunk of a component failed to load. */
export class ChunkLoadError extends Error {}

/** A component whose code is fetched when it is first rendered, inside a `Suspense`. */
export const lazyComponent = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> =>
  lazy(async () => {
    try {
      return { default: await load() }
    } catch (cause) {
      throw new ChunkLoadError('The code failed to load', { cause })
    }
  })

/**
 * A part of a page that is not always shown: its code, and the sections of texts that only it shows, are fetched together
 * when it is first rendered, inside a `Suspense`.
 */
export const lazyPart = <Props extends object>(
  sections: readonly PageSection[],
  load: () => Promise<ComponentType<Props>>,
) =>
  lazyComponent(async () => {
    const [part] = await Promise.all([load(), texts.need(sections)])
    return part
  })

type Props = {
  /** Called when the code of a child failed to load; the boundary then renders nothing. */
  readonly onMissing: () => void
  readonly children: ReactNode
}

/** Stops a chunk load error from unmounting the page; rethrows every other error. */
export class ChunkBoundary extends Component<Props, { readonly error: unknown }> {
  override state = { error: undefined }

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  override componentDidCatch(error: unknown) {
    if (!(error instanceof ChunkLoadError)) return
    this.props.onMissing()
    this.setState({ error: undefined })
  }

  override render() {
    const error: unknown = this.state.error
    if (error === undefined) return this.props.children
    if (error instanceof ChunkLoadError) return undefined
    throw error
  }
}

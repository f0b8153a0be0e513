import { Component, lazy, type ComponentType, type LazyExoticComponent, type ReactNode } from 'react'

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

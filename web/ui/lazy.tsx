import { Component, lazy, type ComponentType, type LazyExoticComponent, type ReactNode } from 'react'

/** The code of something did not come. */
export class ChunkLoadError extends Error {}

/** A component whose code is fetched when it is first drawn, inside a `Suspense`. */
export const lazyComponent = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> =>
  lazy(async () => {
    try {
      return { default: await load() }
    } catch (cause) {
      throw new ChunkLoadError('The code did not come', { cause })
    }
  })

type Props = {
  /** Called when the code of what is inside did not come; nothing stands there then. */
  readonly onMissing: () => void
  readonly children: ReactNode
}

/** Keeps code that does not come from taking the page with it; any other error goes on. */
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

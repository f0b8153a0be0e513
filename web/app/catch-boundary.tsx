import { Component, type ReactNode } from 'react'

type Props = {
  readonly children: ReactNode
  /** Renders the replacement for the failed children; it gets the function that tries again. */
  readonly fallback: (retry: () => void, error: unknown) => ReactNode
}

/** An error boundary: an error in the children does not unmount the whole page. */
export class CatchBoundary extends Component<Props, { readonly isBroken: boolean; readonly error?: unknown }> {
  override state = { isBroken: false, error: undefined }

  static getDerivedStateFromError(error: unknown) {
    return { isBroken: true, error }
  }

  override render() {
    return this.state.isBroken
      ? this.props.fallback(() => this.setState({ isBroken: false }), this.state.error)
      : this.props.children
  }
}

import { Component, type ReactNode } from 'react'

type Props = {
  readonly children: ReactNode
  /** What stands in for what broke; it is given how to try again. */
  readonly fallback: (retry: () => void, error: unknown) => ReactNode
}

/** Keeps an error in what it holds from taking the whole page away. */
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

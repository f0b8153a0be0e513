import { Component, type ReactNode } from 'react'

type Props = {
  readonly children: ReactNode
  /** What stands in for what broke; it is given how to try again. */
  readonly fallback: (retry: () => void) => ReactNode
}

/** Keeps an error in what it holds from taking the whole page away. */
export class CatchBoundary extends Component<Props, { readonly isBroken: boolean }> {
  override state = { isBroken: false }

  static getDerivedStateFromError() {
    return { isBroken: true }
  }

  override render() {
    return this.state.isBroken ? this.props.fallback(() => this.setState({ isBroken: false })) : this.props.children
  }
}

/** Shows an error in place of a page that failed to render, and keeps the frame. Another URL resets it. */
import { Component } from 'react'
import type { ReactNode } from 'react'
import { FailureAlert } from '../shared/failure-alert.tsx'
import { MissingCodeError } from '../shared/lazy-component.ts'

type Props = { readonly address: string; readonly children: ReactNode }
type State = { readonly error: unknown; readonly address: string }

/** A class, because React has no other way to catch render errors. */
export class PageBoundary extends Component<Props, State> {
  override state: State = { error: null, address: this.props.address }

  static getDerivedStateFromError(error: unknown): Pick<State, 'error'> {
    return { error }
  }

  static getDerivedStateFromProps({ address }: Props, state: State): State | null {
    return address === state.address ? null : { error: null, address }
  }

  override render(): ReactNode {
    if (this.state.error === null) return this.props.children
    const { error } = this.state
    return (
      <FailureAlert
        error={error}
        header={error instanceof MissingCodeError ? 'Couldn’t load the page' : 'Unexpected error'}
        onRetry={() => globalThis.location.reload()}
      />
    )
  }
}

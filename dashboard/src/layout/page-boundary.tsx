/** Keeps the frame when a page breaks, and says so; another address is another try. */
import { Component } from 'react'
import type { ReactNode } from 'react'
import { FailureAlert } from '../shared/failure-alert.tsx'
import { MissingCodeError } from '../shared/lazy-part.ts'

type Props = { readonly address: string; readonly children: ReactNode }
type State = { readonly error: unknown; readonly address: string }

/** A class, as React has no other way to catch what breaks while a page is drawn. */
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
        header={error instanceof MissingCodeError ? 'The page could not be loaded' : 'This page broke'}
        onRetry={() => globalThis.location.reload()}
      />
    )
  }
}

/** Keeps the frame when a page breaks, and says so; another address is another try. */
import { Component } from 'react'
import type { ReactNode } from 'react'
import { FailureAlert } from '../shared/failure-alert.tsx'

type State = { readonly error: unknown }

/** A class, as React has no other way to catch what breaks while a page is drawn. */
export class PageBoundary extends Component<{ readonly children: ReactNode }, State> {
  override state: State = { error: null }

  static getDerivedStateFromError(error: unknown): State {
    return { error }
  }

  override render(): ReactNode {
    if (this.state.error === null) return this.props.children
    return (
      <FailureAlert error={this.state.error} header="This page broke" onRetry={() => globalThis.location.reload()} />
    )
  }
}

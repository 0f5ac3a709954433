import { Component, type ReactNode } from 'react'
import { SITE_MESSAGES } from '#contracts/messages/site.ts'
import { ErrorNotice } from './components/page-states.tsx'
import { clearFailedLoads } from './page-loader.ts'

/**
 * Handles a page that fails to render, or whose script can't be loaded (the connection is lost, or the site was
 * redeployed): shows an error between header and footer, with a button that reloads the document.
 */
export class PageErrorBoundary extends Component<{ path: string; children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  /** After navigating away, another page may work, and failed scripts may be requested again. */
  override componentDidUpdate(previous: { path: string }) {
    if (!this.state.hasFailed || previous.path === this.props.path) return
    clearFailedLoads()
    this.setState({ hasFailed: false })
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children
    return <ErrorNotice message={SITE_MESSAGES.pageFailed} onRetry={() => location.reload()} />
  }
}

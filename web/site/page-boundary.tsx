import { Component, type ReactNode } from 'react'
import { SITE_MESSAGES } from '#contracts/messages/site.ts'
import { ErrorNotice } from './parts/page-states.tsx'
import { clearFailedLoads } from './routes.ts'

/**
 * Handles a page that fails to render, or whose script can't be loaded (the connection is lost, or the site was
 * redeployed): header and footer stay, and the whole page is requested from the server.
 */
export class PageBoundary extends Component<{ path: string; children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  /** Another page may be there; one that failed as it was gone to is tried once more. */
  override componentDidUpdate(before: { path: string }) {
    if (!this.state.hasFailed || before.path === this.props.path) return
    clearFailedLoads()
    this.setState({ hasFailed: false })
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children
    return <ErrorNotice message={SITE_MESSAGES.pageFailed} onRetry={() => location.reload()} />
  }
}

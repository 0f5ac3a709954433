import { Component, type ReactNode } from 'react'
import { SITE_MESSAGES } from '#contracts/messages/site.ts'
import { ErrorNotice } from './parts/page-states.tsx'
import { clearFailedLoads } from './routes.ts'

/**
 * A page whose script can't be had (the connection is lost, or the site was renewed since this tab was opened), or that
 * breaks: the header and the footer stay, and the server is asked for the whole page.
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

import { Component, Fragment, type ReactNode } from 'react'
import { SITE_MESSAGES } from '#contracts/messages/site.ts'
import { ErrorNotice } from './components/page-states.tsx'
import { clearFailedLoads, hasFailedLoads } from './lazy-import.ts'
import { readFields, type TypedField, writeFields } from './typed-fields.ts'

/** Further errors this soon after a retry are taken as its failure. */
const RETRY_MS = 3_000

type Props = { path: string; children: ReactNode }
type State = { attempt: number; failedAt: number | null; hasFailed: boolean; fields: TypedField[] }

/**
 * Handles a page that fails to render. Browsers' translators and extensions replace nodes that React is about to change,
 * which fails once: the page is rendered anew, with what was typed into its fields. If that fails as well, or if the
 * page's script can't be loaded (the connection is lost, or the site was redeployed), an error is shown between header
 * and footer, with a button that reloads the document.
 */
export class PageErrorBoundary extends Component<Props, State> {
  override state: State = { attempt: 0, failedAt: null, hasFailed: false, fields: [] }

  /** React calls this while the failed page is still in the document. */
  static getDerivedStateFromError = (): Partial<State> => ({ hasFailed: true, fields: readFields() })

  override componentDidCatch() {
    const { failedAt } = this.state
    const now = performance.now()
    if (hasFailedLoads() || (failedAt !== null && now - failedAt < RETRY_MS)) return
    this.setState(({ attempt }) => ({ attempt: attempt + 1, failedAt: now, hasFailed: false }))
  }

  override componentDidUpdate(previous: Props, { attempt }: State) {
    if (attempt !== this.state.attempt) {
      writeFields(this.state.fields)
      this.setState({ fields: [] })
    }
    // After navigating away, another page may work, and failed scripts may be requested again.
    if (!this.state.hasFailed || previous.path === this.props.path) return
    clearFailedLoads()
    this.setState({ hasFailed: false, failedAt: null })
  }

  override render() {
    if (this.state.hasFailed)
      return (
        <ErrorNotice
          message={hasFailedLoads() ? SITE_MESSAGES.pageFailed : SITE_MESSAGES.pageBroken}
          onRetry={() => location.reload()}
        />
      )
    return <Fragment key={this.state.attempt}>{this.props.children}</Fragment>
  }
}

import type { PagePreview } from '#contracts/content-drafts/preview-url.ts'
import type { FormOutcome } from '#contracts/forms.ts'
import type { PageRequest } from '#contracts/paths.ts'
import type { CallPublicApi } from '#contracts/public-api.ts'
import { DatabaseUnavailableError } from '../database/database-unavailable.ts'
import type { AdminPage } from './admin-page.ts'

/** A page as returned by the site's server entry. */
export type RenderedPage = {
  status: number
  /** The elements of the head that are specific to this page. */
  head: string
  /** The page's markup in document order; parts may be encoded already. */
  body: readonly (string | Uint8Array)[]
  /** The filled queries, as JSON that is safe in a script element. */
  state: string
  /** The source file of the page's own chunk, to be preloaded. */
  module: string
  /** The errors of the page's failed queries. */
  failures: readonly unknown[]
}

/**
 * Throws if a page's query failed because the database is unavailable. Components render a failed query as "not found",
 * which would be wrong then.
 */
export function throwIfUnavailable({ failures }: RenderedPage): void {
  const outage = failures.find((error) => error instanceof DatabaseUnavailableError)
  if (outage) throw outage
}

/** What one visitor alone sees on a page: the result of the form that they posted, or a draft in place of what is published. */
type PrivateParts = { formOutcome?: FormOutcome | undefined; preview?: PagePreview | undefined }

type RenderOptions = PrivateParts & {
  request: PageRequest
  publicUrl: string
  call: CallPublicApi
}

/** The exports of the built site entry. */
export type SiteEntry = {
  renderPage(options: RenderOptions): Promise<RenderedPage>
  /** Runs before anything is painted; its hash is in the content policy. */
  themeScript: string
  /** Records clicks until the site's script handles them; its hash is in the content policy, too. */
  recordingScript: string
  /** Starts the site's script after the first paint; its hash is in the content policy, too. */
  startScript: string
}

export type Rendered = { page: RenderedPage; html: Buffer; contentSecurityPolicy: string }

/** Renders the HTML of a page. `admin` is the back office. */
export type Renderer = {
  admin: AdminPage
  render(request: PageRequest, call: CallPublicApi, parts?: PrivateParts): Promise<Rendered>
}

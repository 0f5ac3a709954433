import type { FormOutcome } from '#contracts/forms.ts'
import type { PublicApi } from '#contracts/public-api.ts'
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
}

type RenderOptions = { url: string; publicUrl: string; api: PublicApi; formOutcome: FormOutcome | undefined }

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

/**
 * Renders the HTML of a page from its URL and, after a form post, the result of that form. `admin` is the back office.
 */
export type Renderer = {
  admin: AdminPage
  render(
    url: string,
    api: PublicApi,
    formOutcome?: FormOutcome,
  ): Promise<{ page: RenderedPage; html: Buffer; contentSecurityPolicy: string }>
}

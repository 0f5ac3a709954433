import type { PostedForm } from '#contracts/forms.ts'
import type { PublicApi } from '#contracts/public-api.ts'
import type { AdminPage } from './admin-page.ts'

/** A page as the site's server entry gives it. */
export type RenderedPage = {
  status: number
  /** The elements of the head that are this page's own. */
  head: string
  /** The page's markup in its order, some of it encoded already. */
  body: readonly (string | Uint8Array)[]
  /** The filled queries, as JSON that is safe in a script element. */
  state: string
  /** The source file of the page's own chunk, to be preloaded. */
  module: string
}

type RenderOptions = { url: string; publicUrl: string; api: PublicApi; posted: PostedForm | undefined }

/** The exports of the built site entry. */
export type SiteEntry = {
  renderPage(options: RenderOptions): Promise<RenderedPage>
  /** Runs before anything is painted; its hash is in the content policy. */
  themeScript: string
  /** Has the site's script begin once the page is painted; its hash is in the content policy, too. */
  startScript: string
}

/** Turns a page's address, and what came of its form, into HTML; the back office has one of its own. */
export type Renderer = {
  admin: AdminPage
  render(
    url: string,
    api: PublicApi,
    posted?: PostedForm,
  ): Promise<{ page: RenderedPage; html: Buffer; policy: string }>
}

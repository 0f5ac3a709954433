import type { FetchQueryOptions, QueryClient } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import type { PageMatch, SitePageName } from '#contracts/paths.ts'
import type { Brand } from './brand.ts'
import type { OgImage } from './og-image.ts'
import type { Queries } from './queries.ts'

/** A page's metadata for the document's head. */
export type PageHead = {
  /** Defaults to the declared title if it is missing or empty. */
  title?: string | undefined
  description: string
  /** The canonical path; defaults to the page's own path without a query. */
  canonical?: string
  /** Excludes the page from search engines. */
  noIndex?: boolean
  /** The Open Graph image, if it isn't the site's. */
  image?: OgImage
  /** An Atom feed of what the page shows, beside that of the site. */
  feed?: { title: string; path: string }
  /** schema.org objects. */
  jsonLd?: readonly object[]
}

// biome-ignore lint/suspicious/noExplicitAny: a page's queries are of many types, and only fetched here.
export type AnyQuery = FetchQueryOptions<any, any, any, any>

export type HeadContext<Name extends SitePageName = SitePageName> = {
  match: PageMatch<Name>
  client: QueryClient
  queries: Queries
  publicUrl: string
  brand: Brand
}

/** A page: the queries that it needs before it is rendered, its head, and its component. */
export type SitePage<Name extends SitePageName = SitePageName> = {
  queries(queries: Queries, match: PageMatch<Name>): AnyQuery[]
  head(context: HeadContext<Name>): PageHead
  Component: ComponentType
  /** Loads what the page imports while it is rendered. The server does so at startup, so that rendering never suspends. */
  loadLazyImports?(): Promise<unknown>
}

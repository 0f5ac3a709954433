import type { FetchQueryOptions, QueryClient } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import type { PageQuery } from '#contracts/page-address.ts'
import type { SITE_PAGES, SitePageName } from '#contracts/paths.ts'
import type { Brand } from './brand.ts'
import type { Queries } from './queries.ts'

/** An address of a page: what its path binds, and what it holds of the parameters that the page declares. */
export type PageMatch<Name extends SitePageName = SitePageName> = {
  name: Name
  params: Readonly<Record<string, string>>
  query: PageQuery<(typeof SITE_PAGES)[Name]['parameters']>
}

/** A page's metadata for the document's head. */
export type PageHead = {
  /** The declared one, if it is empty. */
  title?: string | undefined
  description: string
  /** The canonical URL; defaults to the page's own without a query. */
  canonical?: string
  /** Excludes the page from search engines. */
  noIndex?: boolean
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

/** A page: what it reads before it is shown, what it says of itself, and what it shows. */
export type SitePage<Name extends SitePageName = SitePageName> = {
  queries(queries: Queries, match: PageMatch<Name>): AnyQuery[]
  head(context: HeadContext<Name>): PageHead
  Component: ComponentType
  /** Loads the parts of the page that are chunks of their own: a server has them all before it renders one. */
  loadParts?(): Promise<unknown>
}

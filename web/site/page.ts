import type { FetchQueryOptions, QueryClient } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import type { Brand } from './brand.ts'
import type { Queries } from './queries.ts'

/** Where a page stands: its path's parameters and its address's. */
export type PageMatch = { params: Readonly<Record<string, string>>; search: URLSearchParams; path: string }

/** What a page says of itself in the document's head. */
export type PageHead = {
  title: string
  description: string
  /** The address that stands for all its variants. */
  canonical: string
  /** Where search engines should not keep it. */
  noIndex?: boolean
  /** schema.org objects. */
  jsonLd?: readonly object[]
}

// biome-ignore lint/suspicious/noExplicitAny: a page's queries are of many types, and only fetched here.
export type AnyQuery = FetchQueryOptions<any, any, any, any>

export type HeadContext = { match: PageMatch; client: QueryClient; queries: Queries; publicUrl: string; brand: Brand }

/** A page: what it reads before it is shown, what it says of itself, and what it shows. */
export type SitePage = {
  queries(queries: Queries, match: PageMatch): AnyQuery[]
  head(context: HeadContext): PageHead
  Component: ComponentType
}

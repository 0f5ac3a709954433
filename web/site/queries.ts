import { queryOptions } from '@tanstack/react-query'
import type { ReviewListQuery } from '#contracts/member-reviews/review.ts'
import type { ProductFilter, ProductListQuery } from '#contracts/products/product.ts'
import type { PublicReads } from '#contracts/public-reads.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import { isReadFailure } from '../shared/read-failure.ts'

export type Queries = ReturnType<typeof createQueries>

/** Creates the queries of public pages: the server fills them while rendering, the browser continues with them. */
export function createQueries(reads: PublicReads) {
  return {
    site: () => queryOptions({ queryKey: ['site'], queryFn: () => reads.site() }),
    legal: () => queryOptions({ queryKey: ['legal'], queryFn: () => reads.legal() }),
    logo: () => queryOptions({ queryKey: ['logo'], queryFn: () => reads.logo() }),
    appDownload: () => queryOptions({ queryKey: ['app-download'], queryFn: () => reads.appDownload() }),
    home: () => queryOptions({ queryKey: ['home'], queryFn: () => reads.home() }),
    community: () => queryOptions({ queryKey: ['community'], queryFn: () => reads.community() }),
    eventPlaces: () => queryOptions({ queryKey: ['event-places'], queryFn: () => reads.eventPlaces() }),
    attributes: (catalogue: Catalogue) =>
      queryOptions({ queryKey: ['attributes', catalogue], queryFn: () => reads.attributes(catalogue) }),
    qrCodes: () => queryOptions({ queryKey: ['qr-codes'], queryFn: () => reads.qrCodes() }),
    selection: () => queryOptions({ queryKey: ['selection'], queryFn: () => reads.selection() }),
    evaluation: () => queryOptions({ queryKey: ['evaluation'], queryFn: () => reads.evaluation() }),
    submit: () => queryOptions({ queryKey: ['submit'], queryFn: () => reads.submit() }),
    cataloguePage: (catalogue: Catalogue) =>
      queryOptions({ queryKey: ['catalogue-page', catalogue], queryFn: () => reads.cataloguePage(catalogue) }),
    products: (query: ProductListQuery) =>
      queryOptions({ queryKey: ['products', query], queryFn: () => reads.products(query) }),
    productFacets: (filter: ProductFilter) =>
      queryOptions({ queryKey: ['product-facets', filter], queryFn: () => reads.productFacets(filter) }),
    product: (catalogue: Catalogue, idOrName: string) =>
      queryOptions({
        queryKey: ['product', catalogue, idOrName],
        queryFn: () => reads.product(catalogue, idOrName),
      }),
    /** Returns a product that was chosen for a comparison; one that is no longer there is `null`, not a failure. */
    compared: (catalogue: Catalogue, id: string) =>
      queryOptions({
        queryKey: ['compared', catalogue, id],
        queryFn: () => reads.product(catalogue, id).catch(nullIfNotFound),
      }),
    reviews: (catalogue: Catalogue, idOrName: string, query: ReviewListQuery) =>
      queryOptions({
        queryKey: ['reviews', catalogue, idOrName, query],
        queryFn: () => reads.reviews(catalogue, idOrName, query),
      }),
    reviewStatistics: () => queryOptions({ queryKey: ['review-statistics'], queryFn: () => reads.reviewStatistics() }),
    report: (reportId: string) =>
      queryOptions({ queryKey: ['report', reportId], queryFn: () => reads.report(reportId) }),
    methods: () => queryOptions({ queryKey: ['methods'], queryFn: () => reads.methods() }),
    method: (version: number) => queryOptions({ queryKey: ['method', version], queryFn: () => reads.method(version) }),
    /** Returns what is on a product's page; `null` also without such a product, which the product's own query says. */
    publishedEvaluation: (catalogue: Catalogue, idOrName: string) =>
      queryOptions({
        queryKey: ['published-evaluation', catalogue, idOrName],
        queryFn: () => reads.publishedEvaluation(catalogue, idOrName).catch(nullIfNotFound),
      }),
    marketMaps: () => queryOptions({ queryKey: ['market-maps'], queryFn: () => reads.marketMaps() }),
    marketMap: (category: string) =>
      queryOptions({ queryKey: ['market-map', category], queryFn: () => reads.marketMap(category) }),
    exampleProject: () => queryOptions({ queryKey: ['example-project'], queryFn: () => reads.exampleProject() }),
  }
}

function nullIfNotFound(error: unknown): null {
  if (isReadFailure(error) && (error.status === 404 || error.status === 400)) return null
  throw error
}

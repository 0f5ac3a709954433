import { queryOptions } from '@tanstack/react-query'
import type { ReviewListQuery } from '#contracts/member-reviews/review.ts'
import type { ProductFilter, ProductListQuery } from '#contracts/products/product.ts'
import type { PublicApi } from '#contracts/public-api.ts'
import type { SearchQuery } from '#contracts/search/search.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import { isCallError } from '../shared/call-error.ts'

export type Queries = ReturnType<typeof createQueries>

/** Creates the queries of public pages. The server runs them before rendering, and the browser hydrates the results. */
export function createQueries(api: PublicApi) {
  return {
    site: () => queryOptions({ queryKey: ['site'], queryFn: () => api.site() }),
    legal: () => queryOptions({ queryKey: ['legal'], queryFn: () => api.legal() }),
    logo: () => queryOptions({ queryKey: ['logo'], queryFn: () => api.logo() }),
    appDownload: () => queryOptions({ queryKey: ['app-download'], queryFn: () => api.appDownload() }),
    home: () => queryOptions({ queryKey: ['home'], queryFn: () => api.home() }),
    latest: () => queryOptions({ queryKey: ['latest'], queryFn: () => api.latest() }),
    community: () => queryOptions({ queryKey: ['community'], queryFn: () => api.community() }),
    eventPlaces: () => queryOptions({ queryKey: ['event-places'], queryFn: () => api.eventPlaces() }),
    attributes: (catalogue: Catalogue) =>
      queryOptions({ queryKey: ['attributes', catalogue], queryFn: () => api.attributes(catalogue) }),
    qrCodes: () => queryOptions({ queryKey: ['qr-codes'], queryFn: () => api.qrCodes() }),
    selection: () => queryOptions({ queryKey: ['selection'], queryFn: () => api.selection() }),
    evaluation: () => queryOptions({ queryKey: ['evaluation'], queryFn: () => api.evaluation() }),
    submit: () => queryOptions({ queryKey: ['submit'], queryFn: () => api.submit() }),
    cataloguePage: (catalogue: Catalogue) =>
      queryOptions({ queryKey: ['catalogue-page', catalogue], queryFn: () => api.cataloguePage(catalogue) }),
    products: (query: ProductListQuery) =>
      queryOptions({ queryKey: ['products', query], queryFn: () => api.products(query) }),
    search: (query: SearchQuery) => queryOptions({ queryKey: ['search', query], queryFn: () => api.search(query) }),
    productFacets: (filter: ProductFilter) =>
      queryOptions({ queryKey: ['product-facets', filter], queryFn: () => api.productFacets(filter) }),
    product: (catalogue: Catalogue, idOrName: string) =>
      queryOptions({
        queryKey: ['product', catalogue, idOrName],
        queryFn: () => api.product(catalogue, idOrName),
      }),
    /** Returns similar products; `[]` also if the product doesn't exist, which the product's own query reports. */
    similarProducts: (catalogue: Catalogue, idOrName: string) =>
      queryOptions({
        queryKey: ['similar-products', catalogue, idOrName],
        queryFn: async () => (await api.similarProducts(catalogue, idOrName).catch(returnNullIfNotFound)) ?? [],
      }),
    /** Returns a product that was selected for a comparison, or `null` if it no longer exists. */
    comparedProduct: (catalogue: Catalogue, id: string) =>
      queryOptions({
        queryKey: ['compared', catalogue, id],
        queryFn: () => api.product(catalogue, id).catch(returnNullIfNotFound),
      }),
    reviews: (catalogue: Catalogue, idOrName: string, query: ReviewListQuery) =>
      queryOptions({
        queryKey: ['reviews', catalogue, idOrName, query],
        queryFn: () => api.reviews(catalogue, idOrName, query),
      }),
    reviewStatistics: () => queryOptions({ queryKey: ['review-statistics'], queryFn: () => api.reviewStatistics() }),
    shortlist: (id: string) => queryOptions({ queryKey: ['shortlist', id], queryFn: () => api.shortlist(id) }),
    report: (reportId: string) => queryOptions({ queryKey: ['report', reportId], queryFn: () => api.report(reportId) }),
    methods: () => queryOptions({ queryKey: ['methods'], queryFn: () => api.methods() }),
    method: (version: number) => queryOptions({ queryKey: ['method', version], queryFn: () => api.method(version) }),
    /**
     * Returns a product's evaluation; `null` also if the product doesn't exist, which the product's own query reports.
     */
    publishedEvaluation: (catalogue: Catalogue, idOrName: string) =>
      queryOptions({
        queryKey: ['published-evaluation', catalogue, idOrName],
        queryFn: () => api.publishedEvaluation(catalogue, idOrName).catch(returnNullIfNotFound),
      }),
    marketMaps: () => queryOptions({ queryKey: ['market-maps'], queryFn: () => api.marketMaps() }),
    marketMap: (category: string) =>
      queryOptions({ queryKey: ['market-map', category], queryFn: () => api.marketMap(category) }),
    exampleProject: () => queryOptions({ queryKey: ['example-project'], queryFn: () => api.exampleProject() }),
  }
}

function returnNullIfNotFound(error: unknown): null {
  if (isCallError(error) && (error.status === 404 || error.status === 400)) return null
  throw error
}

import { type QueryKey, queryOptions } from '@tanstack/react-query'
import type { ReviewListQuery } from '#contracts/member-reviews/review.ts'
import type { ProductFilter, ProductListQuery } from '#contracts/products/product.ts'
import type { CallPublicApi, PublicApi } from '#contracts/public-api.ts'
import type { SearchQuery } from '#contracts/search/search.ts'
import type { AlternativesQuery } from '#contracts/similar-products/alternatives.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import { isCallError } from '../shared/call-error.ts'

type Method = keyof PublicApi
type Result<Name extends Method> = Awaited<ReturnType<PublicApi[Name]>>

/** Returns the key of the queries that call a method, or of those with these arguments. */
export const keyOfMethod = (name: Method, ...args: readonly unknown[]): QueryKey => [name, ...args]

export type Queries = ReturnType<typeof createQueries>

/** Creates the queries of public pages. The server runs them before rendering, and the browser hydrates the results. */
export function createQueries(call: CallPublicApi) {
  /** Returns the query that calls a method; its key consists of the name and the arguments. */
  const callMethod = <Name extends Method>(name: Name, ...args: Parameters<PublicApi[Name]>) =>
    queryOptions<Result<Name>>({
      queryKey: keyOfMethod(name, ...args),
      queryFn: () => call(name, ...args),
    })
  /** Like `callMethod`, with `null` if what it returns doesn't exist. */
  const findByMethod = <Name extends Method>(name: Name, ...args: Parameters<PublicApi[Name]>) =>
    queryOptions<Result<Name> | null>({
      queryKey: [...keyOfMethod(name, ...args), 'or null'],
      queryFn: () => call(name, ...args).catch(returnNullIfNotFound),
    })

  return {
    site: () => callMethod('getSite'),
    legal: () => callMethod('getLegalTexts'),
    logo: () => callMethod('getLogo'),
    appDownload: () => callMethod('getAppDownload'),
    home: () => callMethod('getHome'),
    featuredRatings: () => callMethod('listFeaturedRatings'),
    latest: () => callMethod('getLatest'),
    community: () => callMethod('getCommunity'),
    eventPlaces: () => callMethod('listEventPlaces'),
    attributes: (catalogue: Catalogue) => callMethod('listAttributes', catalogue),
    qrCodes: () => callMethod('listQrCodes'),
    selection: () => callMethod('getSelection'),
    evaluation: () => callMethod('getEvaluation'),
    submit: () => callMethod('getSubmitPage'),
    cataloguePage: (catalogue: Catalogue) => callMethod('getCataloguePage', catalogue),
    products: (query: ProductListQuery) => callMethod('listProducts', query),
    search: (query: SearchQuery) => callMethod('search', query),
    productFacets: (filter: ProductFilter) => callMethod('listProductFacets', filter),
    product: (catalogue: Catalogue, idOrName: string) => callMethod('getProduct', catalogue, idOrName),
    /** Returns similar products; `null` if the product doesn't exist, which the product's own query reports. */
    similarProducts: (catalogue: Catalogue, idOrName: string) =>
      findByMethod('listSimilarProducts', catalogue, idOrName),
    alternatives: (idOrName: string, query: AlternativesQuery) => callMethod('listAlternatives', idOrName, query),
    /** Returns a product that was selected for a comparison, or `null` if it no longer exists. */
    comparedProduct: (catalogue: Catalogue, id: string) => findByMethod('getProduct', catalogue, id),
    reviews: (catalogue: Catalogue, idOrName: string, query: ReviewListQuery) =>
      callMethod('listReviews', catalogue, idOrName, query),
    reviewStatistics: () => callMethod('getReviewStatistics'),
    shortlist: (id: string) => callMethod('getShortlist', id),
    report: (reportId: string) => callMethod('getReport', reportId),
    methods: () => callMethod('listMethods'),
    method: (version: number) => callMethod('getMethod', version),
    /**
     * Returns a product's evaluation; `null` also if the product doesn't exist, which the product's own query reports.
     */
    publishedEvaluation: (catalogue: Catalogue, idOrName: string) =>
      findByMethod('findPublishedEvaluation', catalogue, idOrName),
    questionBanks: () => callMethod('listQuestionBanks'),
    marketMaps: () => callMethod('listMarketMaps'),
    marketMap: (category: string) => callMethod('getMarketMap', category),
    exampleProject: () => callMethod('getExampleProject'),
  }
}

function returnNullIfNotFound(error: unknown): null {
  if (isCallError(error) && (error.status === 404 || error.status === 400)) return null
  throw error
}

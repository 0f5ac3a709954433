import type { AppDownload, Logo } from './branding/branding.ts'
import type { CataloguePage } from './documents/catalogue.ts'
import type { CommunityContent } from './documents/community.ts'
import type { EvaluationContent } from './documents/evaluation.ts'
import type { HomeContent } from './documents/home.ts'
import type { SelectionContent } from './documents/selection.ts'
import type { SubmitContent } from './documents/submit.ts'
import type { Report } from './evaluation/evaluation.ts'
import type { MethodSummary, MethodVersion } from './evaluation/method.ts'
import type { ProjectAnalysis, ProjectView } from './evaluation-projects/project-view.ts'
import type { ReportReply } from './evaluation-projects/report.ts'
import type { EventPlaces } from './events/registration.ts'
import type { Attribute } from './facts/attribute.ts'
import type { Latest } from './latest/latest.ts'
import type { ReviewListQuery, ReviewPage, ReviewStatistics } from './member-reviews/review.ts'
import type { Pagination } from './pagination.ts'
import type { Facet } from './products/facets.ts'
import type { FeaturedRating, ProductDetail, ProductFilter, ProductListQuery, ProductPage } from './products/product.ts'
import type { MarketList, MarketMap } from './published-evaluations/market-map.ts'
import type { PublishedEvaluation } from './published-evaluations/published-evaluation.ts'
import type { PublicQrCode } from './qr-codes/qr-code.ts'
import type { PublicBank } from './question-banks/bank.ts'
import type { SearchCounts, SearchHit, SearchQuery } from './search/search.ts'
import type { LegalTexts, Site } from './settings/settings.ts'
import type { Shortlist } from './shortlists/shortlist.ts'
import type { Alternatives, AlternativesQuery } from './similar-products/alternatives.ts'
import type { SimilarProduct } from './similar-products/similar-product.ts'
import type { Catalogue } from './vocabulary.ts'

/**
 * A page of search results. If nothing was found, `closestMatch` has the words of the search by which the results were
 * found, and `droppedWords` those that nothing meets.
 */
export type SearchPage = {
  items: SearchHit[]
  pagination: Pagination
  counts: SearchCounts
  closestMatch: string[] | null
  droppedWords: string[]
}

/**
 * All data that public pages load. During server rendering the services provide it, in the browser `/api` does. Errors
 * have a `status` and a Chinese `message`.
 */
export type PublicApi = {
  getSite(): Promise<Site>
  getLegalTexts(): Promise<LegalTexts>
  getLogo(): Promise<Logo>
  getAppDownload(): Promise<AppDownload>
  getHome(): Promise<HomeContent>
  /** The ratings of the products that the home page features and that are in a catalogue. */
  listFeaturedRatings(): Promise<FeaturedRating[]>
  /** The latest items of each kind. */
  getLatest(): Promise<Latest>
  getCommunity(): Promise<CommunityContent>
  listEventPlaces(): Promise<EventPlaces[]>
  /** The attributes that a catalogue's products can have. */
  listAttributes(catalogue: Catalogue): Promise<Attribute[]>
  listQrCodes(): Promise<PublicQrCode[]>
  getSelection(): Promise<SelectionContent>
  getEvaluation(): Promise<EvaluationContent>
  getSubmitPage(): Promise<SubmitContent>
  getCataloguePage(catalogue: Catalogue): Promise<CataloguePage>
  listProducts(query: ProductListQuery): Promise<ProductPage>
  /** The filters of a product list, with the number of products for each value. */
  listProductFacets(filter: ProductFilter): Promise<Facet[]>
  search(query: SearchQuery): Promise<SearchPage>
  listReviews(catalogue: Catalogue, idOrName: string, query: ReviewListQuery): Promise<ReviewPage>
  getReviewStatistics(): Promise<ReviewStatistics>
  /** The products that are most similar to one. */
  listSimilarProducts(catalogue: Catalogue, idOrName: string): Promise<SimilarProduct[]>
  /** The products of the same category that meet requirements, with their differences. */
  listAlternatives(idOrName: string, query: AlternativesQuery): Promise<Alternatives>
  getProduct(catalogue: Catalogue, idOrName: string): Promise<ProductDetail>
  /** A shortlist with its current result. */
  getShortlist(id: string): Promise<Shortlist>
  /** A report of the quick tool or of a finished project; both have URLs of the same form. */
  getReport(reportId: string): Promise<Report | ReportReply>
  listMethods(): Promise<MethodSummary[]>
  getMethod(version: number): Promise<MethodVersion>
  /** The question banks that the platform offers. */
  listQuestionBanks(): Promise<PublicBank[]>
  /** The evaluation published on a product's page, even if it has expired; `null` if there is none. */
  findPublishedEvaluation(catalogue: Catalogue, idOrName: string): Promise<PublishedEvaluation | null>
  listMarketMaps(): Promise<MarketList>
  getMarketMap(category: string): Promise<MarketMap>
  getExampleProject(): Promise<ProjectView & ProjectAnalysis>
}

/** Calls a method of the public API by its name. */
export type CallPublicApi = <Name extends keyof PublicApi>(
  name: Name,
  ...args: Parameters<PublicApi[Name]>
) => Promise<Awaited<ReturnType<PublicApi[Name]>>>

import type { AppDownload, Logo } from './branding/branding.ts'
import type { PublicQrCode } from './community/qr-code.ts'
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
import type { ProductDetail, ProductFilter, ProductListQuery, ProductPage } from './products/product.ts'
import type { MarketList, MarketMap } from './published-evaluations/market-map.ts'
import type { PublishedEvaluation } from './published-evaluations/published-evaluation.ts'
import type { SearchCounts, SearchHit, SearchQuery } from './search/search.ts'
import type { LegalTexts, Site } from './settings/settings.ts'
import type { Shortlist } from './shortlists/shortlist.ts'
import type { SimilarProduct } from './similar-products/similar-product.ts'
import type { Catalogue } from './vocabulary.ts'

/** A page of search results. If nothing was found, `closestMatch` is the similar text that was searched instead. */
export type SearchPage = {
  items: SearchHit[]
  pagination: Pagination
  counts: SearchCounts
  closestMatch: string | null
}

/**
 * All data that public pages load. During server rendering the services provide it, in the browser `/api` does. Errors
 * have a `status` and a Chinese `message`.
 */
export type PublicApi = {
  site(): Promise<Site>
  legal(): Promise<LegalTexts>
  logo(): Promise<Logo>
  appDownload(): Promise<AppDownload>
  home(): Promise<HomeContent>
  /** The latest items of each kind. */
  latest(): Promise<Latest>
  community(): Promise<CommunityContent>
  eventPlaces(): Promise<EventPlaces[]>
  /** The attributes that a catalogue's products can have. */
  attributes(catalogue: Catalogue): Promise<Attribute[]>
  qrCodes(): Promise<PublicQrCode[]>
  selection(): Promise<SelectionContent>
  evaluation(): Promise<EvaluationContent>
  submit(): Promise<SubmitContent>
  cataloguePage(catalogue: Catalogue): Promise<CataloguePage>
  products(query: ProductListQuery): Promise<ProductPage>
  /** The filters of a product list, with the number of products for each value. */
  productFacets(filter: ProductFilter): Promise<Facet[]>
  search(query: SearchQuery): Promise<SearchPage>
  reviews(catalogue: Catalogue, idOrName: string, query: ReviewListQuery): Promise<ReviewPage>
  reviewStatistics(): Promise<ReviewStatistics>
  /** The products that are most similar to one. */
  similarProducts(catalogue: Catalogue, idOrName: string): Promise<SimilarProduct[]>
  product(catalogue: Catalogue, idOrName: string): Promise<ProductDetail>
  /** A shortlist with its current result. */
  shortlist(id: string): Promise<Shortlist>
  /** A report of the quick tool or of a finished project; both have URLs of the same form. */
  report(reportId: string): Promise<Report | ReportReply>
  methods(): Promise<MethodSummary[]>
  method(version: number): Promise<MethodVersion>
  /** The evaluation published on a product's page, even if it has expired; `null` if there is none. */
  publishedEvaluation(catalogue: Catalogue, idOrName: string): Promise<PublishedEvaluation | null>
  marketMaps(): Promise<MarketList>
  marketMap(category: string): Promise<MarketMap>
  exampleProject(): Promise<ProjectView & ProjectAnalysis>
}

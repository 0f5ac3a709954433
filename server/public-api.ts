import type { PublicApi } from '#contracts/public-api.ts'
import { CATALOGUES, type Catalogue } from '#contracts/vocabulary.ts'
import { type ContentService, FEATURED_RATINGS_TOPICS, getContentTopic } from './modules/content/service.ts'
import {
  EVALUATION_METHODS_TOPIC,
  type EvaluationService,
  getReportTopic,
  type MethodService,
} from './modules/evaluation/service.ts'
import {
  type EvaluationProjectService,
  EXAMPLE_TOPIC,
  PROJECT_REPORTS_TOPIC,
} from './modules/evaluation-projects/service.ts'
import type { EvaluationPublishingService } from './modules/evaluation-publishing/service.ts'
import { EVENT_REGISTRATIONS_TOPIC, type EventService } from './modules/events/service.ts'
import { ATTRIBUTES_TOPIC, type FactService, getFactsTopic } from './modules/facts/service.ts'
import { LATEST_TOPICS, type LatestService } from './modules/latest/service.ts'
import { getReviewsTopic, type MemberReviewService } from './modules/member-reviews/service.ts'
import { getCatalogueTopic, getRatingsTopic, type ProductService } from './modules/products/service.ts'
import {
  PUBLISHED_EVALUATIONS_TOPIC,
  type PublishedEvaluationService,
} from './modules/published-evaluations/service.ts'
import { QR_CODES_TOPIC, type QrCodeService } from './modules/qr-codes/service.ts'
import { SETTINGS_TOPIC, type SettingsService } from './modules/settings/service.ts'
import { SHORTLISTS_TOPIC, type ShortlistService } from './modules/shortlists/service.ts'
import { listSimilarProductTopics, type SimilarProductService } from './modules/similar-products/service.ts'
import { SEARCH_TOPICS, type SiteSearchService } from './modules/site-search/service.ts'
import { isNotFound } from './platform/app-error.ts'
import { limitExpiry, type ReplyDependencies } from './platform/http/replies/reply-dependencies.ts'

type Services = {
  content: ContentService
  products: ProductService
  memberReviews: MemberReviewService
  settings: SettingsService
  evaluation: EvaluationService
  methods: MethodService
  evaluationProjects: EvaluationProjectService
  evaluationPublishing: EvaluationPublishingService
  publishedEvaluations: PublishedEvaluationService
  qrCodes: QrCodeService
  events: EventService
  facts: FactService
  siteSearch: SiteSearchService
  latest: LatestService
  shortlists: ShortlistService
  similarProducts: SimilarProductService
}

/** Methods whose results are shared by many pages, and cached. */
export const CACHED_CALLS: readonly (keyof PublicApi)[] = [
  'getSite',
  'getLegalTexts',
  'getLogo',
  'getAppDownload',
  'getHome',
  'listFeaturedRatings',
  'getLatest',
  'getCommunity',
  'listEventPlaces',
  'listQrCodes',
  'getSelection',
  'getEvaluation',
  'getSubmitPage',
  'getCataloguePage',
  'listAttributes',
  'getReviewStatistics',
  'listMethods',
  'listMarketMaps',
]

/**
 * Creates the API that pages use during server rendering: it calls the services and collects the reply's dependencies.
 */
export function createPublicApi(services: Services, dependencies: ReplyDependencies): PublicApi {
  const { content, products, memberReviews, settings, evaluation, methods, evaluationProjects } = services
  const { qrCodes, events, facts, siteSearch, evaluationPublishing, publishedEvaluations } = services
  const dependOn = <Result>(topics: string | readonly string[], result: Promise<Result>): Promise<Result> => {
    for (const topic of typeof topics === 'string' ? [topics] : topics) dependencies.topics.add(topic)
    return result
  }
  /** Adds the dependencies of published evaluations: their topic, and the time at which the next one expires. */
  const dependOnPublished = async <Result>(load: () => Promise<Result>): Promise<Result> => {
    dependencies.topics.add(PUBLISHED_EVALUATIONS_TOPIC)
    limitExpiry(dependencies, await publishedEvaluations.findNextExpiry())
    return load()
  }
  const dependOnList = <Result>({ catalogue }: { catalogue: Catalogue }, read: () => Promise<Result>) =>
    dependOn(
      [getCatalogueTopic(catalogue), getRatingsTopic(catalogue), getFactsTopic(catalogue), ATTRIBUTES_TOPIC],
      dependOnPublished(read),
    )
  const dependOnMarket = <Result>(read: () => Promise<Result>): Promise<Result> => {
    for (const topic of [EVALUATION_METHODS_TOPIC, ...CATALOGUES.map(getCatalogueTopic)]) dependencies.topics.add(topic)
    return dependOnPublished(read)
  }
  return {
    getSite: () => dependOn(SETTINGS_TOPIC, settings.getSite()),
    getLegalTexts: () => dependOn(SETTINGS_TOPIC, settings.getLegalTexts()),
    getLogo: () => dependOn(SETTINGS_TOPIC, settings.getLogo()),
    getAppDownload: () => dependOn(SETTINGS_TOPIC, settings.getAppDownload()),
    getHome: async () => (await dependOn(getContentTopic('home'), content.get('home'))).document,
    listFeaturedRatings: () => dependOn(FEATURED_RATINGS_TOPICS, content.listFeaturedRatings()),
    async getLatest() {
      limitExpiry(dependencies, await services.latest.getNextExpiry())
      return dependOn(LATEST_TOPICS, services.latest.get())
    },
    getCommunity: async () => (await dependOn(getContentTopic('community'), content.get('community'))).document,
    getSelection: async () => (await dependOn(getContentTopic('selection'), content.get('selection'))).document,
    getEvaluation: async () => {
      const topics = [getContentTopic('evaluation'), EVALUATION_METHODS_TOPIC]
      return (await dependOn(topics, methods.getPublicDocument(null))).document
    },
    listEventPlaces: async () => {
      dependencies.topics.add(getContentTopic('community'))
      return dependOn(EVENT_REGISTRATIONS_TOPIC, events.listAvailability())
    },
    listAttributes: async (catalogue) => [...(await dependOn(ATTRIBUTES_TOPIC, facts.attributes.list(catalogue)))],
    listQrCodes: () => dependOn(QR_CODES_TOPIC, qrCodes.listActive()),
    getSubmitPage: async () => (await dependOn(getContentTopic('submit'), content.get('submit'))).document,
    async getCataloguePage(catalogue) {
      const kind = catalogue === 'agent' ? 'products' : 'ai'
      const topics = [getContentTopic(kind), getCatalogueTopic(catalogue)]
      return (await dependOn(topics, content.getCataloguePageWithAllCategories(kind))).document
    },
    search: (query) => dependOn(SEARCH_TOPICS, siteSearch.search(query)),
    listProducts: (query) => dependOnList(query, () => products.list(query)),
    listProductFacets: (filter) => dependOnList(filter, () => products.listFacets(filter)),
    getProduct: (catalogue, idOrName) =>
      dependOn(
        [getCatalogueTopic(catalogue), getRatingsTopic(catalogue), getFactsTopic(catalogue), ATTRIBUTES_TOPIC],
        dependOnPublished(() => products.getDetail(catalogue, idOrName)),
      ),
    listSimilarProducts: (catalogue, idOrName) =>
      dependOn(listSimilarProductTopics(catalogue), services.similarProducts.list(catalogue, idOrName)),
    listReviews: (catalogue, idOrName, query) =>
      dependOn(
        [getCatalogueTopic(catalogue), getReviewsTopic(catalogue)],
        memberReviews.list(catalogue, idOrName, query),
      ),
    getReviewStatistics: () =>
      dependOn(
        CATALOGUES.flatMap((catalogue) => [getCatalogueTopic(catalogue), getReviewsTopic(catalogue)]),
        memberReviews.getStatistics(),
      ),
    /** Returns it as an anonymous visitor sees it, since the page is shared by all visitors. */
    async getShortlist(id) {
      dependencies.topics.add(SHORTLISTS_TOPIC)
      const { value } = await services.shortlists.get(id, null)
      const { catalogue } = value
      return dependOn(
        [getCatalogueTopic(catalogue), getFactsTopic(catalogue), ATTRIBUTES_TOPIC],
        Promise.resolve(value),
      )
    },
    getReport: (id) =>
      dependOn(
        getReportTopic(id),
        evaluation.getReport(id).catch((error: unknown) => {
          if (!isNotFound(error)) throw error
          // A published report remains after its project is deleted, until it is withdrawn.
          return dependOn(
            PROJECT_REPORTS_TOPIC,
            dependOn(PUBLISHED_EVALUATIONS_TOPIC, evaluationProjects.reports.get(id)),
          )
        }),
      ),
    listMethods: () => dependOn(EVALUATION_METHODS_TOPIC, methods.list()),
    getMethod: (version) => dependOn(EVALUATION_METHODS_TOPIC, methods.get(version)),
    findPublishedEvaluation: (catalogue, idOrName) =>
      dependOn(
        getCatalogueTopic(catalogue),
        dependOnPublished(() => evaluationPublishing.find(catalogue, idOrName)),
      ),
    listMarketMaps: () => dependOnMarket(() => evaluationPublishing.listMaps()),
    getMarketMap: (category) => dependOnMarket(() => evaluationPublishing.getMap(category)),
    getExampleProject: () => dependOn(EXAMPLE_TOPIC, evaluationProjects.readerAccess.getExample()),
  }
}

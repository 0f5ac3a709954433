import type { CallPublicApi, PublicApi } from '#contracts/public-api.ts'
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
import { QUESTION_BANKS_TOPIC, type QuestionBankService } from './modules/question-banks/service.ts'
import { SETTINGS_TOPIC, type SettingsService } from './modules/settings/service.ts'
import { SHORTLISTS_TOPIC, type ShortlistService } from './modules/shortlists/service.ts'
import { listSimilarProductTopics, type SimilarProductService } from './modules/similar-products/service.ts'
import { SEARCH_TOPICS, type SiteSearchService } from './modules/site-search/service.ts'
import { isNotFound } from './platform/app-error.ts'
import type { ReplyCache } from './platform/http/replies/reply-cache.ts'
import { limitExpiry, type ReplyDependencies } from './platform/http/replies/reply-dependencies.ts'
import { shareResults } from './platform/rendering/shared-results.ts'

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
  questionBanks: QuestionBankService
  events: EventService
  facts: FactService
  siteSearch: SiteSearchService
  latest: LatestService
  shortlists: ShortlistService
  similarProducts: SimilarProductService
}

/** What pages read: the methods of the public API, each of which adds the reply's dependencies to its first argument. */
type PageReads = {
  readonly [Name in keyof PublicApi]: (
    dependencies: ReplyDependencies,
    ...args: Parameters<PublicApi[Name]>
  ) => Promise<Awaited<ReturnType<PublicApi[Name]>>>
}

/**
 * Returns a function that creates the API of a page during server rendering. It calls the services and collects the
 * dependencies of the page's reply.
 */
export function createPublicApi(services: Services, cache: ReplyCache): (page: ReplyDependencies) => CallPublicApi {
  const reads = createPageReads(services, cache)
  return (dependencies) =>
    (name, ...args) =>
      Reflect.apply(reads[name], reads, [dependencies, ...args])
}

/** Adds topics to the dependencies of a reply that contains a result. */
function dependOn<Result>(
  { topics }: ReplyDependencies,
  resultTopics: string | readonly string[],
  result: Promise<Result>,
): Promise<Result> {
  for (const topic of typeof resultTopics === 'string' ? [resultTopics] : resultTopics) topics.add(topic)
  return result
}

function createPageReads(services: Services, cache: ReplyCache): PageReads {
  const { content, products, memberReviews, settings, evaluation, methods, evaluationProjects } = services
  const { qrCodes, events, facts, siteSearch, evaluationPublishing, publishedEvaluations } = services
  /** Keeps a result that many pages show. */
  const share = <Args extends readonly string[], Result>(
    read: (dependencies: ReplyDependencies, ...args: Args) => Promise<Result>,
  ) => shareResults(cache, read)
  /** Adds the dependencies of published evaluations: their topic, and the time at which the next one expires. */
  const dependOnPublished = async <Result>(
    dependencies: ReplyDependencies,
    load: () => Promise<Result>,
  ): Promise<Result> => {
    dependencies.topics.add(PUBLISHED_EVALUATIONS_TOPIC)
    limitExpiry(dependencies, await publishedEvaluations.findNextExpiry())
    return load()
  }
  const listProductTopics = (catalogue: Catalogue) => [
    getCatalogueTopic(catalogue),
    getRatingsTopic(catalogue),
    getFactsTopic(catalogue),
    ATTRIBUTES_TOPIC,
  ]
  const dependOnProducts = <Result>(
    dependencies: ReplyDependencies,
    catalogue: Catalogue,
    load: () => Promise<Result>,
  ): Promise<Result> => dependOn(dependencies, listProductTopics(catalogue), dependOnPublished(dependencies, load))
  const dependOnMarket = <Result>(dependencies: ReplyDependencies, load: () => Promise<Result>): Promise<Result> =>
    dependOn(
      dependencies,
      [EVALUATION_METHODS_TOPIC, ...CATALOGUES.map(getCatalogueTopic)],
      dependOnPublished(dependencies, load),
    )
  return {
    getSite: share((page) => dependOn(page, SETTINGS_TOPIC, settings.getSite())),
    getLegalTexts: share((page) => dependOn(page, SETTINGS_TOPIC, settings.getLegalTexts())),
    getLogo: share((page) => dependOn(page, SETTINGS_TOPIC, settings.getLogo())),
    getAppDownload: share((page) => dependOn(page, SETTINGS_TOPIC, settings.getAppDownload())),
    getHome: share(async (page) => (await dependOn(page, getContentTopic('home'), content.get('home'))).document),
    listFeaturedRatings: share((page) => dependOn(page, FEATURED_RATINGS_TOPICS, content.listFeaturedRatings())),
    getLatest: share(async (page) => {
      limitExpiry(page, await services.latest.getNextExpiry())
      return dependOn(page, LATEST_TOPICS, services.latest.get())
    }),
    getCommunity: share(
      async (page) => (await dependOn(page, getContentTopic('community'), content.get('community'))).document,
    ),
    getSelection: share(
      async (page) => (await dependOn(page, getContentTopic('selection'), content.get('selection'))).document,
    ),
    getEvaluation: share(async (page) => {
      const topics = [getContentTopic('evaluation'), EVALUATION_METHODS_TOPIC]
      return (await dependOn(page, topics, methods.getPublicDocument(null))).document
    }),
    listEventPlaces: share((page) =>
      dependOn(page, [getContentTopic('community'), EVENT_REGISTRATIONS_TOPIC], events.listAvailability()),
    ),
    listAttributes: share(async (page, catalogue: Catalogue) => [
      ...(await dependOn(page, ATTRIBUTES_TOPIC, facts.attributes.list(catalogue))),
    ]),
    listQrCodes: share((page) => dependOn(page, QR_CODES_TOPIC, qrCodes.listActive())),
    getSubmitPage: share(
      async (page) => (await dependOn(page, getContentTopic('submit'), content.get('submit'))).document,
    ),
    getCataloguePage: share(async (page, catalogue: Catalogue) => {
      const kind = catalogue === 'agent' ? 'products' : 'ai'
      const topics = [getContentTopic(kind), getCatalogueTopic(catalogue)]
      return (await dependOn(page, topics, content.getCataloguePageWithAllCategories(kind))).document
    }),
    search: (page, query) => dependOn(page, SEARCH_TOPICS, siteSearch.search(query)),
    listProducts: (page, query) => dependOnProducts(page, query.catalogue, () => products.list(query)),
    listProductFacets: (page, filter) => dependOnProducts(page, filter.catalogue, () => products.listFacets(filter)),
    getProduct: (page, catalogue, idOrName) =>
      dependOnProducts(page, catalogue, () => products.getDetail(catalogue, idOrName)),
    listSimilarProducts: (page, catalogue, idOrName) =>
      dependOn(page, listSimilarProductTopics(catalogue), services.similarProducts.list(catalogue, idOrName)),
    listAlternatives: (page, idOrName, query) =>
      dependOn(
        page,
        listSimilarProductTopics(query.catalogue),
        services.similarProducts.listAlternatives(idOrName, query),
      ),
    listReviews: (page, catalogue, idOrName, query) =>
      dependOn(
        page,
        [getCatalogueTopic(catalogue), getReviewsTopic(catalogue)],
        memberReviews.list(catalogue, idOrName, query),
      ),
    getReviewStatistics: share((page) =>
      dependOn(
        page,
        CATALOGUES.flatMap((catalogue) => [getCatalogueTopic(catalogue), getReviewsTopic(catalogue)]),
        memberReviews.getStatistics(),
      ),
    ),
    /** Returns it as an anonymous visitor sees it, since the page is shared by all visitors. */
    async getShortlist(page, id) {
      page.topics.add(SHORTLISTS_TOPIC)
      const { value } = await services.shortlists.get(id, null)
      const { catalogue } = value
      return dependOn(
        page,
        [getCatalogueTopic(catalogue), getFactsTopic(catalogue), ATTRIBUTES_TOPIC],
        Promise.resolve(value),
      )
    },
    getReport: (page, id) =>
      dependOn(
        page,
        getReportTopic(id),
        evaluation.getReport(id).catch((error: unknown) => {
          if (!isNotFound(error)) throw error
          // A published report remains after its project is deleted, until it is withdrawn.
          return dependOn(
            page,
            [PROJECT_REPORTS_TOPIC, PUBLISHED_EVALUATIONS_TOPIC],
            evaluationProjects.reports.get(id),
          )
        }),
      ),
    listMethods: share((page) => dependOn(page, EVALUATION_METHODS_TOPIC, methods.list())),
    getMethod: (page, version) => dependOn(page, EVALUATION_METHODS_TOPIC, methods.get(version)),
    listQuestionBanks: share((page) => dependOn(page, QUESTION_BANKS_TOPIC, services.questionBanks.listPublic())),
    findPublishedEvaluation: (page, catalogue, idOrName) =>
      dependOn(
        page,
        getCatalogueTopic(catalogue),
        dependOnPublished(page, () => evaluationPublishing.find(catalogue, idOrName)),
      ),
    listMarketMaps: share((page) => dependOnMarket(page, () => evaluationPublishing.listMaps())),
    getMarketMap: (page, category) => dependOnMarket(page, () => evaluationPublishing.getMap(category)),
    getExampleProject: (page) => dependOn(page, EXAMPLE_TOPIC, evaluationProjects.readerAccess.getExample()),
  }
}

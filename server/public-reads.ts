import type { PublicReads } from '#contracts/public-reads.ts'
import { CATALOGUES, type Catalogue } from '#contracts/vocabulary.ts'
import { type CommunityService, QR_CODES_CHANGE } from './modules/community/service.ts'
import { type ContentService, contentChange } from './modules/content/service.ts'
import { type EvaluationService, METHODS_CHANGE, type MethodService, reportName } from './modules/evaluation/service.ts'
import {
  type EvaluationProjectService,
  EXAMPLE_CHANGE,
  PROJECT_REPORTS_CHANGE,
} from './modules/evaluation-projects/service.ts'
import type { EvaluationPublishingService } from './modules/evaluation-publishing/service.ts'
import { EVENT_REGISTRATIONS_CHANGE, type EventService } from './modules/events/service.ts'
import { ATTRIBUTES_CHANGE, type FactService, factsChange } from './modules/facts/service.ts'
import { LATEST_CHANGES, type LatestService } from './modules/latest/service.ts'
import { type MemberReviewService, reviewsChange } from './modules/member-reviews/service.ts'
import { catalogueChange, type ProductService, ratingsChange } from './modules/products/service.ts'
import { PUBLISHED_CHANGE, type PublishedEvaluationService } from './modules/published-evaluations/service.ts'
import { SETTINGS_CHANGE, type SettingsService } from './modules/settings/service.ts'
import { type SimilarProductService, similarProductChanges } from './modules/similar-products/service.ts'
import { SEARCH_SOURCES, type SiteSearchService } from './modules/site-search/service.ts'
import { AppError } from './platform/app-error.ts'
import { endAt, type Sources } from './platform/http/replies/sources.ts'

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
  community: CommunityService
  events: EventService
  facts: FactService
  siteSearch: SiteSearchService
  latest: LatestService
  similarProducts: SimilarProductService
}

/** What many pages read, each the same: of the site, of a document, of a catalogue. */
export const SHARED_READS: readonly (keyof PublicReads)[] = [
  'site',
  'legal',
  'logo',
  'appDownload',
  'home',
  'latest',
  'community',
  'eventPlaces',
  'qrCodes',
  'selection',
  'evaluation',
  'submit',
  'cataloguePage',
  'attributes',
  'reviewStatistics',
  'methods',
  'marketMaps',
]

/** Returns what a page reads while it is rendered, from the services; gathers the sources of all that was read. */
export function createPublicReads(services: Services, sources: Sources): PublicReads {
  const { content, products, memberReviews, settings, evaluation, methods, evaluationProjects } = services
  const { community, events, facts, siteSearch, evaluationPublishing, publishedEvaluations } = services
  const dependOn = <Result>(names: string | readonly string[], result: Promise<Result>): Promise<Result> => {
    for (const name of [names].flat()) sources.names.add(name)
    return result
  }
  /** What is published is true until the next verdict ends. */
  const dependOnPublished = async <Result>(read: () => Promise<Result>): Promise<Result> => {
    sources.names.add(PUBLISHED_CHANGE)
    endAt(sources, await publishedEvaluations.findNextEnd())
    return read()
  }
  const dependOnList = <Result>({ catalogue }: { catalogue: Catalogue }, read: () => Promise<Result>) =>
    dependOn(
      [catalogueChange(catalogue), ratingsChange(catalogue), factsChange(catalogue), ATTRIBUTES_CHANGE],
      dependOnPublished(read),
    )
  const dependOnMarket = <Result>(read: () => Promise<Result>): Promise<Result> => {
    for (const name of [METHODS_CHANGE, ...CATALOGUES.map(catalogueChange)]) sources.names.add(name)
    return dependOnPublished(read)
  }
  return {
    site: () => dependOn(SETTINGS_CHANGE, settings.getSite()),
    legal: () => dependOn(SETTINGS_CHANGE, settings.getLegalTexts()),
    logo: () => dependOn(SETTINGS_CHANGE, settings.getLogo()),
    appDownload: () => dependOn(SETTINGS_CHANGE, settings.getAppDownload()),
    home: async () => (await dependOn(contentChange('home'), content.read('home'))).document,
    async latest() {
      endAt(sources, await services.latest.findNextEnd())
      return dependOn(LATEST_CHANGES, services.latest.get())
    },
    community: async () => (await dependOn(contentChange('community'), content.read('community'))).document,
    selection: async () => (await dependOn(contentChange('selection'), content.read('selection'))).document,
    evaluation: async () => (await dependOn(contentChange('evaluation'), content.read('evaluation'))).document,
    eventPlaces: async () => {
      sources.names.add(contentChange('community'))
      return dependOn(EVENT_REGISTRATIONS_CHANGE, events.listPlaces())
    },
    attributes: (catalogue) => dependOn(ATTRIBUTES_CHANGE, facts.attributes.list(catalogue)),
    qrCodes: () => dependOn(QR_CODES_CHANGE, community.listActive()),
    submit: async () => (await dependOn(contentChange('submit'), content.read('submit'))).document,
    async cataloguePage(catalogue) {
      const kind = catalogue === 'agent' ? 'products' : 'ai'
      return (await dependOn(contentChange(kind), content.readCataloguePage(kind))).document
    },
    search: (query) => dependOn(SEARCH_SOURCES, siteSearch.search(query)),
    products: (query) => dependOnList(query, () => products.list(query)),
    productFacets: (filter) => dependOnList(filter, () => products.listFacets(filter)),
    product: (catalogue, idOrName) =>
      dependOn(
        [catalogueChange(catalogue), ratingsChange(catalogue), factsChange(catalogue), ATTRIBUTES_CHANGE],
        dependOnPublished(() => products.getDetail(catalogue, idOrName)),
      ),
    similarProducts: (catalogue, idOrName) =>
      dependOn(similarProductChanges(catalogue), services.similarProducts.list(catalogue, idOrName)),
    reviews: (catalogue, idOrName, query) =>
      dependOn([catalogueChange(catalogue), reviewsChange(catalogue)], memberReviews.list(catalogue, idOrName, query)),
    reviewStatistics: () =>
      dependOn(
        CATALOGUES.flatMap((catalogue) => [catalogueChange(catalogue), reviewsChange(catalogue)]),
        memberReviews.getStatistics(),
      ),
    report: (id) =>
      dependOn(
        reportName(id),
        evaluation.findReport(id).catch((error: unknown) => {
          if (!(error instanceof AppError && error.code === 'notFound')) throw error
          // One that was published outlives its project, until it is withdrawn.
          return dependOn(PROJECT_REPORTS_CHANGE, dependOn(PUBLISHED_CHANGE, evaluationProjects.reports.find(id)))
        }),
      ),
    methods: () => dependOn(METHODS_CHANGE, methods.list()),
    method: (version) => dependOn(METHODS_CHANGE, methods.get(version)),
    publishedEvaluation: (catalogue, idOrName) =>
      dependOn(
        catalogueChange(catalogue),
        dependOnPublished(() => evaluationPublishing.find(catalogue, idOrName)),
      ),
    marketMaps: () => dependOnMarket(() => evaluationPublishing.listMaps()),
    marketMap: (category) => dependOnMarket(() => evaluationPublishing.getMap(category)),
    exampleProject: () => dependOn(EXAMPLE_CHANGE, evaluationProjects.readings.readExample()),
  }
}

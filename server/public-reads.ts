import type { PublicReads } from '#contracts/public-reads.ts'
import { type CommunityService, QR_CODES_CHANGE } from './modules/community/service.ts'
import { type ContentService, contentName } from './modules/content/service.ts'
import { type EvaluationService, METHODS_CHANGE, type MethodService, reportName } from './modules/evaluation/service.ts'
import {
  type EvaluationProjectService,
  EXAMPLE_CHANGE,
  PROJECT_REPORTS_CHANGE,
} from './modules/evaluation-projects/service.ts'
import { catalogueName, type ProductService } from './modules/products/service.ts'
import { SETTINGS_CHANGE, type SettingsService } from './modules/settings/service.ts'
import { AppError } from './platform/app-error.ts'

type Services = {
  content: ContentService
  products: ProductService
  settings: SettingsService
  evaluation: EvaluationService
  methods: MethodService
  evaluationProjects: EvaluationProjectService
  community: CommunityService
}

/** Returns what a page reads while it is rendered, from the services; gathers the names of all that was read. */
export function createPublicReads(services: Services, names: Set<string>): PublicReads {
  const { content, products, settings, evaluation, methods, evaluationProjects, community } = services
  const dependOn = <Result>(name: string, result: Promise<Result>): Promise<Result> => {
    names.add(name)
    return result
  }
  return {
    site: () => dependOn(SETTINGS_CHANGE, settings.getSite()),
    legal: () => dependOn(SETTINGS_CHANGE, settings.getLegalTexts()),
    logo: () => dependOn(SETTINGS_CHANGE, settings.getLogo()),
    appDownload: () => dependOn(SETTINGS_CHANGE, settings.getAppDownload()),
    home: async () => (await dependOn(contentName('home'), content.read('home'))).document,
    community: async () => (await dependOn(contentName('community'), content.read('community'))).document,
    selection: async () => (await dependOn(contentName('selection'), content.read('selection'))).document,
    evaluation: async () => (await dependOn(contentName('evaluation'), content.read('evaluation'))).document,
    qrCodes: () => dependOn(QR_CODES_CHANGE, community.listActive()),
    submit: async () => (await dependOn(contentName('submit'), content.read('submit'))).document,
    async cataloguePage(catalogue) {
      const kind = catalogue === 'agent' ? 'products' : 'ai'
      return (await dependOn(contentName(kind), content.readCataloguePage(kind))).document
    },
    products: (query) => dependOn(catalogueName(query.catalogue), products.list(query)),
    product: (catalogue, idOrName) => dependOn(catalogueName(catalogue), products.find(catalogue, idOrName)),
    report: (id) =>
      dependOn(
        reportName(id),
        evaluation.findReport(id).catch((error: unknown) => {
          if (!(error instanceof AppError && error.code === 'notFound')) throw error
          return dependOn(PROJECT_REPORTS_CHANGE, evaluationProjects.reports.find(id))
        }),
      ),
    methods: () => dependOn(METHODS_CHANGE, methods.list()),
    method: (version) => dependOn(METHODS_CHANGE, methods.get(version)),
    exampleProject: () => dependOn(EXAMPLE_CHANGE, evaluationProjects.readings.readExample()),
  }
}

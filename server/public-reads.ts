import type { PublicReads } from '#contracts/public-reads.ts'
import { type CommunityService, QR_CODES_NAME } from './modules/community/service.ts'
import { type ContentService, contentName } from './modules/content/service.ts'
import { type EvaluationService, reportName } from './modules/evaluation/service.ts'
import { catalogueName, type ProductService } from './modules/products/service.ts'
import { SETTINGS_NAME, type SettingsService } from './modules/settings/service.ts'

type Services = {
  content: ContentService
  products: ProductService
  settings: SettingsService
  evaluation: EvaluationService
  community: CommunityService
}

/** Returns what a page reads while it is rendered, from the services; gathers the names of all that was read. */
export function createPublicReads(services: Services, names: Set<string>): PublicReads {
  const { content, products, settings, evaluation, community } = services
  const dependOn = <Result>(name: string, result: Promise<Result>): Promise<Result> => {
    names.add(name)
    return result
  }
  return {
    site: () => dependOn(SETTINGS_NAME, settings.site()),
    logo: () => dependOn(SETTINGS_NAME, settings.logo()),
    appDownload: () => dependOn(SETTINGS_NAME, settings.appDownload()),
    home: async () => (await dependOn(contentName('home'), content.read('home'))).document,
    community: async () => (await dependOn(contentName('community'), content.read('community'))).document,
    selection: async () => (await dependOn(contentName('selection'), content.read('selection'))).document,
    evaluation: async () => (await dependOn(contentName('evaluation'), content.read('evaluation'))).document,
    qrCodes: () => dependOn(QR_CODES_NAME, community.listActive()),
    submit: async () => (await dependOn(contentName('submit'), content.read('submit'))).document,
    async cataloguePage(catalogueKind) {
      const kind = catalogueKind === 'agent' ? 'products' : 'ai'
      return (await dependOn(contentName(kind), content.readCataloguePage(kind))).document
    },
    products: (query) => dependOn(catalogueName(query.catalogue), products.list(query)),
    product: (catalogueKind, idOrName) =>
      dependOn(catalogueName(catalogueKind), products.find(catalogueKind, idOrName)),
    report: (id) => dependOn(reportName(id), evaluation.findReport(id)),
  }
}

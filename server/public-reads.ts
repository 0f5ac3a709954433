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

/** What a page reads while it is rendered, from the services; gathers the names of all that was read. */
export function createPublicReads(services: Services, names: Set<string>): PublicReads {
  const { content, products, settings, evaluation, community } = services
  const reading = <Result>(name: string, result: Promise<Result>): Promise<Result> => {
    names.add(name)
    return result
  }
  return {
    site: () => reading(SETTINGS_NAME, settings.site()),
    logo: () => reading(SETTINGS_NAME, settings.logo()),
    appDownload: () => reading(SETTINGS_NAME, settings.appDownload()),
    home: async () => (await reading(contentName('home'), content.read('home'))).document,
    community: async () => (await reading(contentName('community'), content.read('community'))).document,
    selection: async () => (await reading(contentName('selection'), content.read('selection'))).document,
    evaluation: async () => (await reading(contentName('evaluation'), content.read('evaluation'))).document,
    qrCodes: () => reading(QR_CODES_NAME, community.listActive()),
    submit: async () => (await reading(contentName('submit'), content.read('submit'))).document,
    async cataloguePage(which) {
      const kind = which === 'agent' ? 'products' : 'ai'
      return (await reading(contentName(kind), content.readCataloguePage(kind))).document
    },
    products: (query) => reading(catalogueName(query.catalogue), products.list(query)),
    product: (which, idOrName) => reading(catalogueName(which), products.find(which, idOrName)),
    report: (id) => reading(reportName(id), evaluation.findReport(id)),
  }
}

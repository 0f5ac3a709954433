import { brandingCalls } from '#contracts/branding/calls.ts'
import { qrCodeCalls } from '#contracts/community/calls.ts'
import { documentCalls } from '#contracts/content/calls.ts'
import { evaluationCalls, methodCalls } from '#contracts/evaluation/calls.ts'
import { readOnlyProjectCalls } from '#contracts/evaluation-projects/calls.ts'
import { eventCalls } from '#contracts/events/calls.ts'
import { factCalls } from '#contracts/facts/calls.ts'
import { latestCalls } from '#contracts/latest/calls.ts'
import { memberReviewCalls } from '#contracts/member-reviews/calls.ts'
import { productCalls } from '#contracts/products/calls.ts'
import type { PublicApi } from '#contracts/public-api.ts'
import { publishedEvaluationCalls } from '#contracts/published-evaluations/calls.ts'
import { searchCalls } from '#contracts/search/calls.ts'
import { shortlistCalls } from '#contracts/shortlists/calls.ts'
import { similarProductCalls } from '#contracts/similar-products/calls.ts'
import { call } from '../shared/call.ts'
import { isCallError } from '../shared/call-error.ts'
import { homeCache } from './home-cache.ts'

/** The public API in the browser: every method sends a request to the server. */
export const browserApi: PublicApi = {
  site: async () => (await call(brandingCalls.site)).data,
  legal: async () => (await call(brandingCalls.legal)).data,
  logo: async () => (await call(brandingCalls.logo)).data,
  appDownload: async () => (await call(brandingCalls.appDownload)).data,
  async home() {
    const cached = homeCache.read()
    if (cached) return cached
    const home = (await call(documentCalls.home)).data
    homeCache.write(home)
    return home
  },
  latest: async () => (await call(latestCalls.get)).data,
  community: async () => (await call(documentCalls.community)).data,
  eventPlaces: async () => (await call(eventCalls.listAvailability)).data,
  attributes: async (catalogue) => (await call(factCalls.listAttributes, { query: { catalogue } })).data,
  qrCodes: async () => (await call(qrCodeCalls.listActive)).data,
  selection: async () => (await call(documentCalls.selection)).data,
  evaluation: async () => (await call(documentCalls.evaluation)).data,
  submit: async () => (await call(documentCalls.submit)).data,
  cataloguePage: async (catalogue) =>
    (await call(catalogue === 'agent' ? documentCalls.products : documentCalls.ai, { query: { products: 'none' } }))
      .data,
  async products(query) {
    const { data: products, pagination } = await call(productCalls.list, { query })
    return { products, pagination }
  },
  async search(query) {
    const { data: items, pagination, counts, closestMatch } = await call(searchCalls.search, { query })
    return { items, pagination, counts, closestMatch }
  },
  productFacets: async (filter) => (await call(productCalls.facets, { query: filter })).data,
  product: async (catalogue, id) => {
    const query = catalogue === 'agent' ? {} : { catalogue }
    return (await call(productCalls.get, { params: { id }, query })).data
  },
  similarProducts: async (catalogue, id) =>
    (await call(similarProductCalls.list, { params: { id }, query: { catalogue } })).data,
  reviews: async (catalogue, id, query) => {
    const { data, pagination } = await call(memberReviewCalls.list, { params: { catalogue, id }, query })
    return { data, pagination }
  },
  reviewStatistics: async () => (await call(memberReviewCalls.statistics)).data,
  shortlist: async (id) => (await call(shortlistCalls.get, { params: { id } })).data,
  async report(id) {
    try {
      return (await call(evaluationCalls.getReport, { params: { id } })).data
    } catch (error) {
      if (!isCallError(error) || error.status !== 404) throw error
      return (await call(readOnlyProjectCalls.report, { params: { reportId: id } })).data
    }
  },
  methods: async () => (await call(methodCalls.list)).data,
  method: async (version) => (await call(methodCalls.get, { params: { version } })).data,
  publishedEvaluation: async (catalogue, product) =>
    (await call(publishedEvaluationCalls.get, { params: { catalogue, product } })).data,
  marketMaps: async () => (await call(publishedEvaluationCalls.listMaps)).data,
  marketMap: async (category) => (await call(publishedEvaluationCalls.getMap, { params: { category } })).data,
  exampleProject: async () => (await call(readOnlyProjectCalls.example)).data,
}

import { brandingCalls } from '#contracts/branding/calls.ts'
import { documentCalls, documentPartCalls } from '#contracts/content/calls.ts'
import { methodCalls } from '#contracts/evaluation/calls.ts'
import { readOnlyProjectCalls } from '#contracts/evaluation-projects/calls.ts'
import { eventCalls } from '#contracts/events/calls.ts'
import { factCalls } from '#contracts/facts/calls.ts'
import { latestCalls } from '#contracts/latest/calls.ts'
import { memberReviewCalls } from '#contracts/member-reviews/calls.ts'
import { productCalls } from '#contracts/products/calls.ts'
import type { PublicApi } from '#contracts/public-api.ts'
import { publishedEvaluationCalls } from '#contracts/published-evaluations/calls.ts'
import { qrCodeCalls } from '#contracts/qr-codes/calls.ts'
import { questionBankCalls } from '#contracts/question-banks/calls.ts'
import { searchCalls } from '#contracts/search/calls.ts'
import { shortlistCalls } from '#contracts/shortlists/calls.ts'
import { similarProductCalls } from '#contracts/similar-products/calls.ts'
import { call } from '../shared/call.ts'
import { homeCache } from './home-cache.ts'

/** The public API in the browser: every method sends a request to the server. */
export const browserApi: PublicApi = {
  getSite: async () => (await call(brandingCalls.getSite)).data,
  getLegalTexts: async () => (await call(brandingCalls.getLegalTexts)).data,
  getLogo: async () => (await call(brandingCalls.getLogo)).data,
  getAppDownload: async () => (await call(brandingCalls.getAppDownload)).data,
  async getHome() {
    const cached = homeCache.read()
    if (cached) return cached
    const home = (await call(documentCalls.home)).data
    homeCache.write(home)
    return home
  },
  listFeaturedRatings: async () => (await call(documentPartCalls.listFeaturedRatings)).data,
  getLatest: async () => (await call(latestCalls.get)).data,
  getCommunity: async () => (await call(documentCalls.community)).data,
  listEventPlaces: async () => (await call(eventCalls.listAvailability)).data,
  listAttributes: async (catalogue) => (await call(factCalls.listAttributes, { query: { catalogue } })).data,
  listQrCodes: async () => (await call(qrCodeCalls.listActive)).data,
  getSelection: async () => (await call(documentCalls.selection)).data,
  getEvaluation: async () => (await call(documentCalls.evaluation)).data,
  getSubmitPage: async () => (await call(documentCalls.submit)).data,
  getCataloguePage: async (catalogue) =>
    (await call(catalogue === 'agent' ? documentCalls.products : documentCalls.ai, { query: { products: 'none' } }))
      .data,
  async listProducts(query) {
    const { data: products, pagination, closestMatch, droppedWords } = await call(productCalls.list, { query })
    return { products, pagination, closestMatch, droppedWords }
  },
  async search(query) {
    const { data: items, pagination, counts, closestMatch, droppedWords } = await call(searchCalls.search, { query })
    return { items, pagination, counts, closestMatch, droppedWords }
  },
  listProductFacets: async (filter) => (await call(productCalls.listFacets, { query: filter })).data,
  getProduct: async (catalogue, id) => {
    const query = catalogue === 'agent' ? {} : { catalogue }
    return (await call(productCalls.get, { params: { id }, query })).data
  },
  listSimilarProducts: async (catalogue, id) =>
    (await call(similarProductCalls.list, { params: { id }, query: { catalogue } })).data,
  listAlternatives: async (id, query) =>
    (await call(similarProductCalls.listAlternatives, { params: { id }, query })).data,
  listReviews: async (catalogue, id, query) => {
    const { data, pagination } = await call(memberReviewCalls.list, { params: { catalogue, id }, query })
    return { data, pagination }
  },
  getReviewStatistics: async () => (await call(memberReviewCalls.getStatistics)).data,
  getShortlist: async (id) => (await call(shortlistCalls.get, { params: { id } })).data,
  getReport: async (reportId) => (await call(readOnlyProjectCalls.findReport, { params: { reportId } })).data,
  listMethods: async () => (await call(methodCalls.list)).data,
  getMethod: async (version) => (await call(methodCalls.get, { params: { version } })).data,
  findPublishedEvaluation: async (catalogue, product) =>
    (await call(publishedEvaluationCalls.get, { params: { catalogue, product } })).data,
  listQuestionBanks: async () => (await call(questionBankCalls.list)).data,
  listMarketMaps: async () => (await call(publishedEvaluationCalls.listMaps)).data,
  getMarketMap: async (category) => (await call(publishedEvaluationCalls.getMap, { params: { category } })).data,
  getExampleProject: async () => (await call(readOnlyProjectCalls.getExample)).data,
}

import { brandingCalls } from '#contracts/branding/calls.ts'
import { qrCodeCalls } from '#contracts/community/calls.ts'
import { CLIENT_CACHE_MS } from '#contracts/limits.ts'
import { API, DOCUMENT_PATHS, fillPath } from '#contracts/paths.ts'
import type { ProductPage, PublicProduct } from '#contracts/products/product.ts'
import type { PublicReads } from '#contracts/public-reads.ts'
import { callApi, callForData } from '../shared/api.ts'
import { call } from '../shared/call.ts'
import { createLocalCopy } from './local-copy.ts'

/** The home content is kept in local storage too, for as long as any answer stays fresh (spec 1 §7). */
export const homeCopy = createLocalCopy<Awaited<ReturnType<PublicReads['home']>>>('zhijian.home', CLIENT_CACHE_MS)

/** Only the parameters that differ from none: a short address is one that the server has cached. */
function withQuery(path: string, query: Readonly<Record<string, string | number | undefined>>): string {
  const set = Object.entries(query).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [[name, String(value)]],
  )
  return set.length === 0 ? path : `${path}?${new URLSearchParams(set)}`
}

/** What the browser reads, from the server's calls. */
export const browserReads: PublicReads = {
  site: async () => (await call(brandingCalls.site)).data,
  logo: async () => (await call(brandingCalls.logo)).data,
  appDownload: async () => (await call(brandingCalls.appDownload)).data,
  async home() {
    const copy = homeCopy.read()
    if (copy) return copy
    const home = await callForData<Awaited<ReturnType<PublicReads['home']>>>(DOCUMENT_PATHS.home)
    homeCopy.write(home)
    return home
  },
  community: () => callForData(DOCUMENT_PATHS.community),
  qrCodes: async () => (await call(qrCodeCalls.listActive)).data,
  selection: () => callForData(DOCUMENT_PATHS.selection),
  evaluation: () => callForData(DOCUMENT_PATHS.evaluation),
  submit: () => callForData(DOCUMENT_PATHS.submit),
  cataloguePage: (catalogue) =>
    callForData(`${catalogue === 'agent' ? DOCUMENT_PATHS.products : DOCUMENT_PATHS.ai}?products=none`),
  async products(query) {
    const reply = await callApi<{ data: PublicProduct[]; pagination: ProductPage['pagination'] }>(
      withQuery(API.productsList, query),
    )
    return { products: reply.data, pagination: reply.pagination }
  },
  product: (catalogue, idOrName) =>
    callForData(withQuery(fillPath(API.productDetail, { id: idOrName }), catalogue === 'ai' ? { catalogue } : {})),
  report: (reportId) => callForData(fillPath(API.evaluationReports, { id: reportId })),
}

/** Previews unsaved content of the back office, in a frame that it opened. Loaded only there. */
import type { QueryClient } from '@tanstack/react-query'
import { NO_REVIEWS } from '#contracts/member-reviews/no-reviews.ts'
import type { ReviewPage } from '#contracts/member-reviews/review.ts'
import { PRODUCT_PAGES } from '#contracts/product-pages.ts'
import type { ProductListQuery, ProductPage, PublicProduct, RatedProduct } from '#contracts/products/product.ts'
import { toDay } from '#contracts/rules/shanghai-time.ts'
import type { Catalogue, DocumentKind } from '#contracts/vocabulary.ts'
import { createFieldMessage, isPreviewMessage, PREVIEW_READY, PREVIEW_SHOWN } from '../shared/preview-message.ts'
import { followClicks } from './preview-clicks.ts'
import { selectPage } from './preview-product-list.ts'
import { keyOfMethod, type Queries } from './queries.ts'

/** The id of the previewed product in the page's path. */
const PREVIEW_ID = 'preview'
const CATALOGUE_BY_DOCUMENT = { products: 'agent', ai: 'ai' } as const satisfies Partial<
  Record<DocumentKind, Catalogue>
>

const HYDRATION_POLL_MS = 20

/** Renders the content that the parent window sends. Messages from other windows or origins are ignored. */
export async function showPreview(client: QueryClient, queries: Queries): Promise<void> {
  await waitForHydration()
  const notifyParent = (message: unknown) => window.parent.postMessage(message, location.origin)
  const follow = followClicks((path) => notifyParent(createFieldMessage(path)))
  window.addEventListener('message', async ({ origin, source, data }) => {
    if (origin !== location.origin || source !== window.parent || !isPreviewMessage(data)) return
    if (data.type === 'zhijian:preview-product') await showProduct(client, queries, data.catalogue, data.product)
    else showDocument(client, queries, data.kind, data.document)
    follow(data.type === 'zhijian:preview-product' ? data.product : data.document)
    notifyParent(PREVIEW_SHOWN)
  })
  notifyParent(PREVIEW_READY)
}

/** Waits until the page is hydrated: data that changed before would not match the server's markup. */
async function waitForHydration(): Promise<void> {
  while (globalThis.zhijianEarly?.hydrated.page === false)
    await new Promise((resolve) => setTimeout(resolve, HYDRATION_POLL_MS))
}

function showDocument(client: QueryClient, queries: Queries, kind: DocumentKind, document: Record<string, unknown>) {
  if (kind !== 'products' && kind !== 'ai') {
    client.setQueryData<unknown>(queries[kind]().queryKey, document)
    return
  }
  const catalogue = CATALOGUE_BY_DOCUMENT[kind]
  const { products, ...page } = document
  client.setQueryData<unknown>(queries.cataloguePage(catalogue).queryKey, page)
  if (Array.isArray(products)) showProducts(client, catalogue, products.map(toListItem))
}

/** Adds the fields that the server sets: an unsaved product has no id and no modification time yet. */
const toListItem = (product: PublicProduct): RatedProduct => ({
  ...product,
  id: product.id ?? product.name,
  memberRating: null,
  lastUpdated: product.lastUpdated ?? '',
})

/**
 * Shows the page of a product, which may be inactive or unsaved. The server would reply to its URL with an error, so
 * the data is put into the query cache and the page is navigated to on the client.
 */
async function showProduct(
  client: QueryClient,
  queries: Queries,
  catalogue: Catalogue,
  product: Record<string, unknown>,
): Promise<void> {
  client.setQueryData<unknown>(queries.product(catalogue, PREVIEW_ID).queryKey, {
    lastUpdated: new Date().toISOString(),
    memberRating: null,
    // Facts are saved separately from the product.
    facts: [],
    factsUpdatedOn: toDay(new Date()),
    ...product,
    id: PREVIEW_ID,
  })
  client.setQueryData(queries.publishedEvaluation(catalogue, PREVIEW_ID).queryKey, null)
  client.setQueryData(queries.similarProducts(catalogue, PREVIEW_ID).queryKey, [])
  client.setQueryData<ReviewPage>(
    queries.reviews(catalogue, PREVIEW_ID, { sort: 'helpful', page: 1 }).queryKey,
    NO_REVIEWS,
  )
  const path = PRODUCT_PAGES[catalogue](PREVIEW_ID)
  if (location.pathname === path) return
  history.replaceState(null, '', path)
  // The router only notices a URL that was changed outside of it by this event.
  const nextHeading = waitForNextHeading()
  window.dispatchEvent(new PopStateEvent('popstate'))
  await nextHeading
}

/** Resolves when the heading of another page is rendered, which may require loading its script. */
function waitForNextHeading(): Promise<void> {
  const currentHeading = document.querySelector('h1')
  return new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      const heading = document.querySelector('h1')
      if (!heading || heading === currentHeading) return
      observer.disconnect()
      resolve()
    })
    observer.observe(document.body, { childList: true, subtree: true })
  })
}

/** Replaces every cached product list of a catalogue with the editor's products. */
function showProducts(client: QueryClient, catalogue: Catalogue, products: readonly RatedProduct[]) {
  const lists = client.getQueriesData<ProductPage>({ queryKey: keyOfMethod('listProducts') })
  for (const [queryKey] of lists) {
    const query: Partial<ProductListQuery> = Object(queryKey[1])
    if (query.catalogue === catalogue) client.setQueryData<ProductPage>(queryKey, selectPage(query, products))
  }
}

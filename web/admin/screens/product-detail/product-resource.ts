import { PAGES } from '#contracts/paths.ts'
import { PRODUCT_EDITOR_MESSAGES, PRODUCT_MESSAGES } from '#contracts/products/messages.ts'
import { ProductSchema, withoutPrivateFields } from '#contracts/products/product.ts'
import { listShownReviews } from '#contracts/rules/hidden-reviews.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import { getFailureReason } from '../../../shared/call-error.ts'
import type { EditorResource } from '../../editors/editor-resource.ts'
import { createProduct, type LoadedProduct, loadProduct, saveProduct } from './product-calls.ts'
import { NEW_PRODUCT_ID } from './product-paths.ts'
import { validateProduct } from './validate-product.ts'

type ProductResourceInput = { catalogue: Catalogue; loaded: LoadedProduct; isFromContent: boolean }

/** Returns a product, which has its own row and version, as the resource of an editor. */
export function createProductResource({
  catalogue,
  loaded: { id, value: initial },
  isFromContent,
}: ProductResourceInput): EditorResource {
  const messages = PRODUCT_EDITOR_MESSAGES[isFromContent ? 'ai-content' : catalogue]
  const createErrorMessage = (prefix: string) => (error: unknown) =>
    `${prefix}${getFailureReason(error, messages.unknownReason)}`
  return {
    key: `product:${catalogue}:${id || NEW_PRODUCT_ID}`,
    kind: null,
    read: async () => (id === '' ? { value: initial, version: 0 } : loadProduct(catalogue, id)),
    async save(document, { version }) {
      const stored =
        id === '' ? await createProduct(catalogue, document) : await saveProduct(catalogue, id, document, version)
      return { ...stored, message: PRODUCT_MESSAGES.saved }
    },
    normalize(document) {
      const parsed = ProductSchema.safeParse(document)
      return parsed.success ? { ...parsed.data } : document
    },
    savedMessage: PRODUCT_MESSAGES.saved,
    getErrorMessage: createErrorMessage(messages.saveFailed),
    getCompareErrorMessage: createErrorMessage(`${messages.newerFailed}：`),
    getReloadErrorMessage: createErrorMessage(`${messages.loadFailed}：`),
    validate: (document, loaded) => validateProduct(catalogue, document, id === '' ? undefined : loaded),
    upgradeDocument: (document) => document,
    preview: {
      // The catalogue's page always exists, even for unsaved products; the frame then shows the product sent to it.
      path: catalogue === 'ai' ? PAGES.ai : PAGES.products,
      createPreviewMessage(document) {
        const parsed = ProductSchema.safeParse(document)
        if (!parsed.success) return undefined
        const product = withoutPrivateFields(parsed.data)
        const visibleProduct = { ...product, reviews: listShownReviews(product.reviews) }
        return { type: 'zhijian:preview-product', catalogue, product: visibleProduct }
      },
    },
  }
}

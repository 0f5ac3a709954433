import { PAGES } from '#contracts/paths.ts'
import { PRODUCT_EDITOR_MESSAGES, PRODUCT_MESSAGES } from '#contracts/products/messages.ts'
import { ProductSchema, withoutPrivateFields } from '#contracts/products/product.ts'
import { cleanProduct } from '#contracts/rules/clean-product.ts'
import { listShownReviews } from '#contracts/rules/hidden-reviews.ts'
import type { JsonObject } from '#contracts/rules/is-object.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import { getFailureReason } from '../../../shared/call-error.ts'
import type { EditorResource } from '../../editors/editor-resource.ts'
import type { LoadedProduct } from './product-calls.ts'
import { NEW_PRODUCT_ID } from './product-paths.ts'
import { createProductPersistence } from './product-persistence.ts'
import { validateProduct } from './validate-product.ts'

function normalize(document: JsonObject): JsonObject {
  const parsed = ProductSchema.safeParse(document)
  return parsed.success ? { ...cleanProduct(parsed.data) } : document
}

type ProductResourceInput = { catalogue: Catalogue; loaded: LoadedProduct; isFromContent: boolean }

/** Returns a product, which has its own row and version, as the resource of an editor. */
export function createProductResource({ catalogue, loaded, isFromContent }: ProductResourceInput): EditorResource {
  const { id } = loaded
  const persistence = createProductPersistence(catalogue, loaded)
  const messages = PRODUCT_EDITOR_MESSAGES[isFromContent ? 'ai-content' : catalogue]
  const createErrorMessage = (prefix: string) => (error: unknown) =>
    `${prefix}${getFailureReason(error, messages.unknownReason)}`
  return {
    key: `product:${catalogue}:${id || NEW_PRODUCT_ID}`,
    kind: null,
    read: persistence.read,
    readAuthorship: persistence.readAuthorship,
    save: async (document, { version }) => ({
      ...(await persistence.save(document, version)),
      message: PRODUCT_MESSAGES.saved,
    }),
    normalize,
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

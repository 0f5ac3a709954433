import { type Documents, parseDocument } from '#contracts/documents/documents.ts'
import { NO_REVIEWS } from '#contracts/member-reviews/no-reviews.ts'
import { ProductSchema } from '#contracts/products/product.ts'
import type { PublicApi } from '#contracts/public-api.ts'
import type { DraftKind } from '#contracts/vocabulary.ts'
import type { ContentDraftService } from './modules/content-drafts/service.ts'
import type { MethodService } from './modules/evaluation/service.ts'
import type { ProductService } from './modules/products/service.ts'
import type { FindPreview } from './platform/rendering/preview-pages.ts'

type Services = {
  contentDrafts: ContentDraftService
  methods: MethodService
  products: ProductService
}

/** The methods of the public API that read documents, each with what it returns. */
type DocumentReads = Partial<
  Pick<PublicApi, 'getHome' | 'getCommunity' | 'getSelection' | 'getEvaluation' | 'getSubmitPage'>
>

/** The methods that the page of a product reads. */
type ProductReads = Partial<
  Pick<PublicApi, 'getProduct' | 'listSimilarProducts' | 'findPublishedEvaluation' | 'listReviews'>
>

const PRODUCT_PAGES = { agent: 'product', ai: 'aiProduct' } as const

/** Returns a function that finds the drafts of preview links, for the pages that show them. */
export function createPreviewFinder({ contentDrafts, methods, products }: Services): FindPreview {
  const READS: { readonly [Kind in DraftKind]: (document: Documents[Kind]) => DocumentReads } = {
    home: (document) => ({ getHome: async () => document }),
    community: (document) => ({ getCommunity: async () => document }),
    selection: (document) => ({ getSelection: async () => document }),
    evaluation: (document) => ({ getEvaluation: () => methods.toPublicDocument(document) }),
    submit: (document) => ({ getSubmitPage: async () => document }),
  }

  /** Returns how a page reads a draft; `undefined` if the draft can't be shown. */
  function readDraft<Kind extends DraftKind>(kind: Kind, document: unknown): DocumentReads | undefined {
    const parsed = parseDocument(kind, document)
    return parsed.success ? READS[kind](parsed.data) : undefined
  }

  /** Returns how the page of a product reads its draft. A product that isn't listed yet has nothing else to show. */
  async function readProduct(id: string, document: unknown): Promise<ProductReads | undefined> {
    const parsed = ProductSchema.safeParse(document)
    const preview = parsed.success ? await products.getPreview(id, parsed.data) : undefined
    if (!preview) return undefined
    const getProduct = async () => preview.detail
    if (preview.isListed) return { getProduct }
    return {
      getProduct,
      listSimilarProducts: async () => [],
      findPublishedEvaluation: async () => null,
      listReviews: async () => NO_REVIEWS,
    }
  }

  return async (token) => {
    const draft = await contentDrafts.links.find(token)
    if (!draft) return { status: 'ended' }
    const { kind, product } = draft.subject
    const reads: Partial<PublicApi> | undefined =
      kind === 'product' ? await readProduct(product?.id ?? '', draft.document) : readDraft(kind, draft.document)
    if (!reads) return { status: 'incomplete' }
    return {
      status: 'shown',
      page: kind === 'product' ? PRODUCT_PAGES[product?.catalogue ?? 'agent'] : kind,
      expiresAt: draft.expiresAt,
      createApi:
        (call) =>
        (name, ...args) => {
          const read = reads[name]
          return read ? Reflect.apply(read, reads, args) : call(name, ...args)
        },
    }
  }
}

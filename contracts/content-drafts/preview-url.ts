/** The addresses of previews. Without Zod, since the server's pages use them. */
import { PAGES } from '../paths.ts'
import type { Catalogue, DraftKind } from '../vocabulary.ts'

/** The parameter of a page's address that holds the token of a preview link. */
export const PREVIEW_PARAMETER = 'draft'

/** The preview that a page shows: until when its link is valid. */
export type PagePreview = { expiresAt: string }

const PREVIEWED_PAGES = {
  home: PAGES.home,
  community: PAGES.community,
  selection: PAGES.selection,
  evaluation: PAGES.evaluation,
  submit: PAGES.submit,
} as const satisfies Record<DraftKind, string>

/** Returns the address at which a draft is previewed: that of its page, with the link's token. */
export const buildPreviewUrl = (publicUrl: string, { kind, product }: PreviewedSubject, token: string): string =>
  `${publicUrl}${kind === 'product' ? getPreviewedProductPath(product) : PREVIEWED_PAGES[kind]}?${addPreviewToken('', token)}`

/** A document, or a product of a catalogue. */
type PreviewedSubject = { kind: DraftKind | 'product'; product: { catalogue: Catalogue; id: string } | null }

const getPreviewedProductPath = (product: PreviewedSubject['product']): string =>
  product?.catalogue === 'ai' ? PAGES.aiProduct(product.id) : PAGES.product(product?.id ?? '')

/** Returns a page's query with the token of a preview link. */
export const addPreviewToken = (query: string, token: string): string =>
  `${query}${query === '' ? '' : '&'}${PREVIEW_PARAMETER}=${token}`

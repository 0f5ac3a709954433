import { ADMIN_PAGES } from '#contracts/admin-pages.ts'
import { MEDIA_USE_LABELS, type MediaUse } from '#contracts/media-library/media-file.ts'
import { fillPath } from '#contracts/paths.ts'
import { DOCUMENT_KINDS, DOCUMENT_LABELS } from '#contracts/vocabulary.ts'
import type { FileReference } from '#server/modules/files/service.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { listProductNames, listQrCodeTitles, type NamedProduct } from './store.ts'

type Named = Pick<MediaUse, 'name' | 'path'>
type Names = { products: ReadonlyMap<string, NamedProduct>; qrCodes: ReadonlyMap<string, string> }

/** The beginning of the ids of products' drafts. */
const PRODUCT_DRAFT = 'product:'
const EDITORS = { agent: ADMIN_PAGES.productDetail, ai: ADMIN_PAGES.aiProductDetail }

/** The texts by table: where they are shown, and how they are called. */
const TABLES: Record<FileReference['table'], (id: string, names: Names) => Named & Pick<MediaUse, 'place'>> = {
  documents: (id) => ({ place: 'document', ...describeDocument(id) }),
  document_revisions: (id) => ({ place: 'version', ...describeDocument(id) }),
  content_drafts: (id, names) => ({
    place: 'draft',
    ...(id.startsWith(PRODUCT_DRAFT) ? describeProduct(id.slice(PRODUCT_DRAFT.length), names) : describeDocument(id)),
  }),
  products: (id, names) => ({ place: 'product', ...describeProduct(id, names) }),
  product_revisions: (id, names) => ({ place: 'version', ...describeProduct(id, names) }),
  product_import_changes: (id, names) => ({ place: 'former-value', ...describeProduct(id, names) }),
  submissions: () => ({ place: 'former-value', name: '通过提交前的产品', path: null }),
  community_events: () => ({ place: 'event', name: MEDIA_USE_LABELS.event, path: ADMIN_PAGES.events }),
  qr_codes: (id, { qrCodes }) => ({
    place: 'qr-code',
    name: qrCodes.get(id) ?? MEDIA_USE_LABELS['qr-code'],
    path: `${ADMIN_PAGES.community}?mode=qr-codes`,
  }),
  settings: () => ({ place: 'settings', name: MEDIA_USE_LABELS.settings, path: ADMIN_PAGES.settings }),
  mail_configs: () => ({ place: 'mail', name: MEDIA_USE_LABELS.mail, path: ADMIN_PAGES.mail }),
  mail_revisions: () => ({ place: 'version', name: MEDIA_USE_LABELS.mail, path: ADMIN_PAGES.mail }),
}

/** Names what refers to a file, and where the back office shows it. */
export async function describeUses(db: Queryable, references: readonly FileReference[]): Promise<MediaUse[]> {
  const ids = references.map(({ id }) => (id.startsWith(PRODUCT_DRAFT) ? id.slice(PRODUCT_DRAFT.length) : id))
  const products = await listProductNames(db, ids)
  const qrCodes = await listQrCodeTitles(db, ids)
  const names = {
    products: new Map(products.map((product) => [product.id, product])),
    qrCodes: new Map(qrCodes.map(({ id, title }) => [id, title])),
  }
  return references.map(({ table, id, count }) => ({ ...TABLES[table](id, names), count }))
}

function describeDocument(id: string): Named {
  const kind = DOCUMENT_KINDS.find((other) => other === id)
  return kind ? { name: DOCUMENT_LABELS[kind], path: ADMIN_PAGES[kind] } : { name: id, path: null }
}

function describeProduct(id: string, { products }: Names): Named {
  const product = products.get(id)
  if (!product) return { name: id, path: null }
  if (product.deletedAt !== null) return { name: `${product.name}（回收站）`, path: null }
  return { name: product.name, path: fillPath(EDITORS[product.catalogue], { id: product.name }) }
}

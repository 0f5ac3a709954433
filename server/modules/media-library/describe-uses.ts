import { ADMIN_PAGES } from '#contracts/admin-pages.ts'
import { BRANDING_LABELS } from '#contracts/branding/branding.ts'
import { MEDIA_USE_LABELS, type MediaUse, type ReplacementObstacle } from '#contracts/media-library/media-file.ts'
import { fillPath } from '#contracts/paths.ts'
import { type Caller, can, type Permission } from '#contracts/permissions.ts'
import { SETTING_LABELS } from '#contracts/settings/settings.ts'
import { DOCUMENT_KINDS, DOCUMENT_LABELS } from '#contracts/vocabulary.ts'
import type { FileReference } from '#server/modules/files/service.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { listProductNames, listQrCodeTitles, type NamedProduct } from './store.ts'

type Named = Pick<MediaUse, 'name' | 'path'> & { isRecycled?: boolean }
type Names = { products: ReadonlyMap<string, NamedProduct>; qrCodes: ReadonlyMap<string, string> }
/** A use, and what changing it takes; `null` for history, which isn't changed. */
type Described = Named & Pick<MediaUse, 'place'> & { permission: Permission | null }

/** The beginning of the ids of products' drafts. */
const PRODUCT_DRAFT = 'product:'
const EDITORS = { agent: ADMIN_PAGES.productDetail, ai: ADMIN_PAGES.aiProductDetail }

/** The texts by table: where they are shown, how they are called, and who may change them. */
const TABLES: Record<FileReference['table'], (id: string, names: Names) => Described> = {
  documents: (id) => ({ place: 'document', permission: 'content:write', ...describeDocument(id) }),
  document_revisions: (id) => ({ place: 'version', permission: null, ...describeDocument(id) }),
  content_drafts: (id, names) =>
    id.startsWith(PRODUCT_DRAFT)
      ? { place: 'draft', permission: 'products:write', ...describeProduct(id.slice(PRODUCT_DRAFT.length), names) }
      : { place: 'draft', permission: 'content:write', ...describeDocument(id) },
  products: (id, names) => ({ place: 'product', permission: 'products:write', ...describeProduct(id, names) }),
  product_revisions: (id, names) => ({ place: 'version', permission: null, ...describeProduct(id, names) }),
  product_import_changes: (id, names) => ({ place: 'former-value', permission: null, ...describeProduct(id, names) }),
  submissions: () => ({ place: 'former-value', permission: null, name: '通过提交前的产品', path: null }),
  community_events: () => ({
    place: 'event',
    permission: 'events:write',
    name: MEDIA_USE_LABELS.event,
    path: ADMIN_PAGES.events,
  }),
  qr_codes: (id, { qrCodes }) => ({
    place: 'qr-code',
    permission: 'qr-codes:write',
    name: qrCodes.get(id) ?? MEDIA_USE_LABELS['qr-code'],
    path: `${ADMIN_PAGES.community}?mode=qr-codes`,
  }),
  settings: (id) => ({ place: 'settings', ...describeSetting(id), path: ADMIN_PAGES.settings }),
  mail_configs: () => ({
    place: 'mail',
    permission: 'mail:write',
    name: MEDIA_USE_LABELS.mail,
    path: ADMIN_PAGES.mail,
  }),
  mail_revisions: () => ({ place: 'version', permission: null, name: MEDIA_USE_LABELS.mail, path: ADMIN_PAGES.mail }),
}

/** The tables of the places where files can be replaced. */
const TABLES_BY_PLACE: ReadonlyMap<string, FileReference['table']> = new Map<MediaUse['place'], FileReference['table']>(
  [
    ['document', 'documents'],
    ['draft', 'content_drafts'],
    ['product', 'products'],
    ['event', 'community_events'],
    ['qr-code', 'qr_codes'],
    ['settings', 'settings'],
    ['mail', 'mail_configs'],
  ],
)

/** Names what refers to a file, where the back office shows it, and what keeps the caller from replacing the file there. */
export async function describeUses(
  db: Queryable,
  references: readonly FileReference[],
  caller: Caller,
): Promise<MediaUse[]> {
  const ids = references.map(({ id }) => (id.startsWith(PRODUCT_DRAFT) ? id.slice(PRODUCT_DRAFT.length) : id))
  const products = await listProductNames(db, ids)
  const qrCodes = await listQrCodeTitles(db, ids)
  const names = {
    products: new Map(products.map((product) => [product.id, product])),
    qrCodes: new Map(qrCodes.map(({ id, title }) => [id, title])),
  }
  return references.map(({ table, id, count }) => {
    const described = TABLES[table](id, names)
    const { place, name, path } = described
    return { id: `${place}:${id}`, place, name, path, count, obstacle: findObstacle(described, caller) }
  })
}

/** Returns what the id of a use refers to; `undefined` if no file can be replaced there. */
export function toReference(useId: string): FileReference | undefined {
  const [place = ''] = useId.split(':', 1)
  const table = TABLES_BY_PLACE.get(place)
  return table && { table, id: useId.slice(place.length + 1), count: 0 }
}

function findObstacle({ permission, isRecycled = false }: Described, caller: Caller): ReplacementObstacle | null {
  if (permission === null) return 'history'
  if (isRecycled) return 'recycled'
  return can(caller, permission) ? null : 'forbidden'
}

function describeDocument(id: string): Named {
  const kind = DOCUMENT_KINDS.find((other) => other === id)
  return kind ? { name: DOCUMENT_LABELS[kind], path: ADMIN_PAGES[kind] } : { name: id, path: null }
}

function describeProduct(id: string, { products }: Names): Named {
  const product = products.get(id)
  if (!product) return { name: id, path: null }
  if (product.deletedAt !== null) return { name: `${product.name}（回收站）`, path: null, isRecycled: true }
  return { name: product.name, path: fillPath(EDITORS[product.catalogue], { id: product.name }) }
}

function describeSetting(part: string): Pick<Described, 'name' | 'permission'> {
  const branding = Object.entries(BRANDING_LABELS).find(([name]) => name === part)
  if (branding) return { name: branding[1], permission: 'branding:write' }
  const setting = Object.entries(SETTING_LABELS).find(([name]) => name === part)
  return { name: setting?.[1].part ?? MEDIA_USE_LABELS.settings, permission: 'settings:write' }
}

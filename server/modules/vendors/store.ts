/** The contacts of products' vendors: those of the products themselves, and those of their approved submissions. */
import type { Catalogue } from '#contracts/vocabulary.ts'
import type { Queryable } from '#server/platform/database/database.ts'

/** Lists the contacts of products' approved submissions, newest first. */
export const listSubmissionContacts = async (
  db: Queryable,
  productIds: readonly string[],
): Promise<{ productId: string; email: string; company: string }[]> => {
  if (productIds.length === 0) return []
  const rows = await db
    .selectFrom('submissions')
    .select(['productId', 'contactEmail as email', 'companyName as company', 'status', 'deletedAt', 'ordinal'])
    .where('productId', 'in', productIds)
    .execute()
  // Sorted here, as a product has few: with an ORDER BY, SQLite would scan all approved submissions.
  return rows
    .filter(({ status, deletedAt }) => status === 'approved' && deletedAt === null)
    .sort((left, right) => right.ordinal - left.ordinal)
    .flatMap(({ productId, email, company }) => (productId === null ? [] : [{ productId, email, company }]))
}

/** Lists the columns of products that describe their vendors. */
export const listProductVendors = async (db: Queryable, productIds: readonly string[]) =>
  productIds.length === 0
    ? []
    : db
        .selectFrom('products')
        .select(['id', 'company', 'contactEmail', 'detailsJson'])
        .where('id', 'in', productIds)
        .execute()

export type OwnProductRow = { id: string; catalogue: Catalogue; name: string; isActive: boolean }

/** Lists the products outside the recycle bin whose contact is an email address, by name. */
export const listProductsByContact = (
  db: Queryable,
  email: string,
  limit: number,
): Promise<(OwnProductRow & { contactEmail: string })[]> =>
  db
    .selectFrom('products')
    .select(['id', 'catalogue', 'name', 'isActive', 'contactEmail'])
    .where('deletedAt', 'is', null)
    .where((eb) => eb(eb.fn<string>('lower', ['contactEmail']), '=', email.toLowerCase()))
    .orderBy('name')
    .orderBy('id')
    .limit(limit)
    .execute()

import { CATALOGUES, type Catalogue } from '#contracts/vocabulary.ts'
import { countRows } from '#server/platform/database/count-rows.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import type { RowRange } from '#server/platform/database/row-range.ts'

/** Selects the products of a catalogue that were moved into the recycle bin since a time. */
const selectRecycledProducts = (db: Queryable, catalogue: Catalogue, since: string) =>
  db.selectFrom('products').where('catalogue', '=', catalogue).where('deletedAt', '>=', since)

/** Lists the products moved into the recycle bin since a time, most recently moved first. */
export const listRecycledProducts = (db: Queryable, catalogue: Catalogue, since: string, { limit, offset }: RowRange) =>
  selectRecycledProducts(db, catalogue, since)
    .select(['id', 'name', 'category', 'deletedAt'])
    .$narrowType<{ deletedAt: string }>()
    .orderBy('deletedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()

export const countRecycledProducts = (db: Queryable, catalogue: Catalogue, since: string): Promise<number> =>
  countRows(selectRecycledProducts(db, catalogue, since))

/** Deletes up to `limit` products recycled before a time. Returns them. */
export const purgeProducts = (db: Queryable, before: string, limit: number) =>
  db
    .deleteFrom('products')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('products')
        .select('products.id')
        .where('catalogue', 'in', CATALOGUES)
        .where('deletedAt', '<', before)
        .limit(limit),
    )
    .returning(['id', 'name', 'catalogue'])
    .execute()

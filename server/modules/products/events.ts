import type { ProductChange } from '#contracts/outbox/team-events.ts'
import { PAGES } from '#contracts/paths.ts'
import { getProductPath } from '#contracts/product-pages.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import type { OutboxService } from '#server/modules/outbox/service.ts'
import type { Transaction } from '#server/platform/database/database.ts'

type Dependencies = { outbox: Pick<OutboxService, 'record'>; publicUrl: string }

const LIST_PAGES: Record<Catalogue, string> = { agent: PAGES.products, ai: PAGES.ai }

/** Creates the events about the products of the catalogues, which are recorded inside the caller's transaction. */
export const createProductEvents = ({ outbox, publicUrl }: Dependencies) => ({
  /** Records what happened to one product. */
  recordChange: (
    transaction: Transaction,
    { catalogue, id, name }: { catalogue: Catalogue; id: string; name: string },
    change: ProductChange,
  ): Promise<void> =>
    outbox.record(transaction, 'product.updated', {
      id,
      name,
      catalogue,
      change,
      url: publicUrl + getProductPath(catalogue, { id, name }),
    }),

  /** Records that products were changed at once; one event bears any number of them. */
  async recordBulkChange(transaction: Transaction, catalogue: Catalogue, products: number): Promise<void> {
    if (products === 0) return
    const url = publicUrl + LIST_PAGES[catalogue]
    await outbox.record(transaction, 'catalogue.updated', { catalogue, products, url })
  },
})

export type ProductEvents = ReturnType<typeof createProductEvents>

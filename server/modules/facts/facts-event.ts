import { getProductPath } from '#contracts/product-pages.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import type { OutboxService } from '#server/modules/outbox/service.ts'
import type { Transaction } from '#server/platform/database/database.ts'

type Dependencies = { outbox: Pick<OutboxService, 'record'>; publicUrl: string }
type Product = { catalogue: Catalogue; id: string; name: string }

/** Records that facts of a product have changed; nothing if none has. */
export type RecordFactsEvent = (transaction: Transaction, product: Product, facts: number) => Promise<void>

export const createFactsEvent =
  ({ outbox, publicUrl }: Dependencies): RecordFactsEvent =>
  async (transaction, { catalogue, id, name }, facts) => {
    if (facts === 0) return
    const url = publicUrl + getProductPath(catalogue, { id, name })
    await outbox.record(transaction, 'facts.updated', { id, name, catalogue, facts, url })
  }

import { ADMIN_PAGES, ADMIN_SCREENS } from '#contracts/admin-pages.ts'
import { formatFactReference } from '#contracts/facts/fact-reference.ts'
import { buildPageUrl } from '#contracts/page-url.ts'
import { toDay } from '#contracts/rules/shanghai-time.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import type { AssignmentSubject, NamedWork } from '#server/modules/assignments/service.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import type { AttributeService } from '../attributes/service.ts'
import { type FactRow, updateFact } from '../store.ts'
import { findFactOfProduct, listStaleFacts } from './store.ts'

type FactOfProduct = FactRow & { productName: string; catalogue: Catalogue }

/** Creates what assigns the confirmation of facts. */
export function createFactAssignments({
  clock,
  attributeService,
}: {
  clock: Clock
  attributeService: AttributeService
}): AssignmentSubject {
  const getToday = () => toDay(clock.now())

  async function toWorks(db: Queryable, rows: readonly FactOfProduct[]): Promise<NamedWork[]> {
    const attributes = await attributeService.listAll(db)
    return rows.map(({ productId, productName, catalogue, attribute, staleOn, ...row }) => ({
      id: row.id,
      name: `${productName}的${attributes.get(attribute)?.label ?? attribute}`,
      path: buildPageUrl(ADMIN_PAGES.facts, ADMIN_SCREENS.facts.parameters, {
        fact: formatFactReference({ catalogue, attribute, id: productId }),
      }),
      assigneeId: row.assigneeId,
      assignmentDueAt: row.assignmentDueAt,
      promisedAt: null,
      isOpen: staleOn !== null && staleOn <= getToday(),
    }))
  }

  return {
    async find(db, id) {
      const row = await findFactOfProduct(db, id)
      return row && (await toWorks(db, [row]))[0]
    },
    async save({ db }, id, { assigneeId, assignmentDueAt }) {
      await updateFact(db, id, { assigneeId, assignmentDueAt })
    },
    listOpen: async (db, id, limit) => {
      const filter = { today: getToday(), assignee: { id }, order: 'age' } as const
      return toWorks(db, await listStaleFacts(db, filter, { limit, offset: 0 }))
    },
  }
}

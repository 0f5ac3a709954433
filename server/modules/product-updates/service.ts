import type { FactChange } from '#contracts/facts/fact.ts'
import { NAMED_FACTS, type ProductUpdate } from '#contracts/product-updates/product-update.ts'
import { describeFactValue } from '#contracts/rules/facts/value-text.ts'
import type { FactService } from '#server/modules/facts/service.ts'
import type { Database } from '#server/platform/database/database.ts'
import { listAddedProducts, listPriceChanges, listPublications, type UpdateRange } from './store.ts'

export type ProductUpdateService = ReturnType<typeof createProductUpdateService>

type Dependencies = { database: Pick<Database, 'read'>; facts: Pick<FactService, 'listChangesBetween'> }

/** Products per query. */
const BATCH = 500

/** Creates the service that says what happened to products: facts, prices and verdicts, as visitors see them. */
export function createProductUpdateService({ database, facts }: Dependencies) {
  async function listFactUpdates(range: UpdateRange): Promise<Update[]> {
    const saves = await facts.listChangesBetween(range)
    return saves.flatMap(({ productId, version, at, changes }): Update[] => {
      const text = describeFacts(changes)
      return text === '' ? [] : [{ productId, update: { id: `facts-${version}`, kind: 'facts', at, text } }]
    })
  }

  async function listPriceUpdates(range: UpdateRange): Promise<Update[]> {
    const rows = await listPriceChanges(database.read, range)
    return rows.map(({ productId, version, at, before, after }) => ({
      productId,
      update: { id: `price-${version}`, kind: 'price', at, text: `${before || '未提供'} → ${after || '未提供'}` },
    }))
  }

  async function listVerdictUpdates(range: UpdateRange): Promise<Update[]> {
    const rows = await listPublications(database.read, range)
    const isInRange = (at: string | null): at is string => at !== null && at > range.since && at <= range.until
    return rows.flatMap(({ id, productId, recommendation, score, isExample, publishedAt, withdrawnAt }): Update[] => {
      const text = `${recommendation}，${score}分${isExample ? '（示例）' : ''}`
      return [
        ...(isInRange(publishedAt)
          ? [{ productId, update: { id: `verdict-${id}`, kind: 'verdict' as const, at: publishedAt, text } }]
          : []),
        ...(isInRange(withdrawnAt)
          ? [
              {
                productId,
                update: {
                  id: `verdict-${id}-withdrawn`,
                  kind: 'verdict' as const,
                  at: withdrawnAt,
                  text: '评估结论已撤回',
                },
              },
            ]
          : []),
      ]
    })
  }

  async function listAdditions(range: UpdateRange): Promise<Update[]> {
    const rows = await listAddedProducts(database.read, range)
    return rows.map(({ id, category, createdAt }) => ({
      productId: id,
      update: { id: 'listed', kind: 'listed', at: createdAt, text: category || '收录到产品目录' },
    }))
  }

  return {
    /** Lists what happened to products after `since` and until `until`, by product id, newest first. */
    async listBetween({ ids, since, until }: UpdateRange): Promise<ReadonlyMap<string, ProductUpdate[]>> {
      const updates: Update[] = []
      for (let index = 0; index < ids.length; index += BATCH) {
        const range = { ids: ids.slice(index, index + BATCH), since, until }
        for (const list of [listFactUpdates, listPriceUpdates, listVerdictUpdates, listAdditions])
          updates.push(...(await list(range)))
      }
      updates.sort((a, b) => compare(b.update.at, a.update.at) || compare(a.update.id, b.update.id))
      const byProduct = new Map<string, ProductUpdate[]>()
      for (const { productId, update } of updates)
        byProduct.set(productId, [...(byProduct.get(productId) ?? []), update])
      return byProduct
    },
  }
}

type Update = { productId: string; update: ProductUpdate }

function compare(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}

/** Describes the attributes whose values changed, '' if none has: another source or date alone is no news. */
function describeFacts(changes: readonly FactChange[]): string {
  const texts = [...Map.groupBy(changes, ({ attribute }) => attribute).values()].flatMap(describeAttribute)
  return texts.slice(0, NAMED_FACTS).join('；') + (texts.length > NAMED_FACTS ? `；等${texts.length}项` : '')
}

/** Describes the changes of one attribute by one save, which may replace a fact by another one. */
function describeAttribute(changes: readonly FactChange[]): string[] {
  const [first] = changes
  if (!first) return []
  const format = (states: readonly FactChange['after'][]) =>
    [
      ...new Set(
        states.flatMap((state) =>
          state
            ? describeFactValue({ type: first.type, unit: first.unit, isComplete: state.isComplete }, state.value)
            : [],
        ),
      ),
    ].join('或')
  const before = format(changes.map((change) => change.before))
  const after = format(changes.map((change) => change.after))
  if (before === after) return []
  if (before === '') return [`${first.label}：${after}`]
  return [after === '' ? `${first.label}：原为${before}` : `${first.label}：${before} → ${after}`]
}

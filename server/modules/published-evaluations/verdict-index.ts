import type { ProductVerdict } from '#contracts/published-evaluations/verdict.ts'
import { hasEnded } from '#contracts/rules/evaluation/validity.ts'
import type { VerdictRow } from './store.ts'

/** A verdict as lists order it: `total` is the score before rounding. */
export type RankedVerdict = ProductVerdict & { total: number }

/** What is published at a moment: lists are filtered, ordered and marked by it. */
export type ValidVerdicts = {
  find(productId: string): RankedVerdict | undefined
  /** Lists the products that have one. */
  list(): string[]
}

/** The verdicts that are neither replaced nor withdrawn, in memory: every list of products asks for them. */
export class VerdictIndex {
  readonly #byProduct = new Map<string, VerdictRow>()
  readonly #productOf = new Map<string, string>()

  /** A row never changes but to leave the index. */
  findVersion(id: string): number | undefined {
    return this.#productOf.has(id) ? 1 : undefined
  }

  ids(): Iterable<string> {
    return this.#productOf.keys()
  }

  /** The new one of a product comes at the same time as the one before leaves. */
  update(changed: readonly VerdictRow[], removed: readonly string[]): void {
    for (const id of removed) {
      this.#byProduct.delete(this.#productOf.get(id) ?? '')
      this.#productOf.delete(id)
    }
    for (const row of changed) {
      this.#byProduct.set(row.productId, row)
      this.#productOf.set(row.id, row.productId)
    }
  }

  /** Returns the verdicts that are valid at a moment. */
  at(now: Date): ValidVerdicts {
    const isValid = ({ endsAt }: VerdictRow) => !hasEnded(endsAt, now)
    return {
      find: (productId) => {
        const row = this.#byProduct.get(productId)
        return row && isValid(row) ? toVerdict(row) : undefined
      },
      list: () => [...this.#byProduct.values()].filter(isValid).map(({ productId }) => productId),
    }
  }

  /** Returns when the next of those that are valid ends, in ISO format; `null` if none is. */
  findNextEnd(now: Date): string | null {
    let next: string | null = null
    for (const { endsAt } of this.#byProduct.values())
      if (!hasEnded(endsAt, now) && (next === null || endsAt < next)) next = endsAt
    return next
  }
}

const toVerdict = ({ recommendation, score, total, validUntil, isExample }: VerdictRow): RankedVerdict => ({
  recommendation,
  score,
  total,
  validUntil,
  isExample,
})

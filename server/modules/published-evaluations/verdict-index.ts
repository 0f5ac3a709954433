import type { ProductVerdict } from '#contracts/published-evaluations/verdict.ts'
import { hasEnded } from '#contracts/rules/evaluation/validity.ts'
import type { VerdictRow } from './store.ts'

/** A verdict with its sort key: `total` is the score before rounding. */
export type RankedVerdict = ProductVerdict & { total: number }

/** The verdicts valid at a moment, by which lists are filtered and sorted. */
export type ValidVerdicts = {
  find(productId: string): RankedVerdict | undefined
  /** Lists the ids of the products with a verdict. */
  list(): string[]
}

/** The current verdicts in memory, as every product list reads them. */
export class VerdictIndex {
  readonly #byProduct = new Map<string, VerdictRow>()
  readonly #productOf = new Map<string, string>()

  /** Returns a constant for indexed rows, which never change until they are removed. */
  findVersion(id: string): number | undefined {
    return this.#productOf.has(id) ? 1 : undefined
  }

  ids(): Iterable<string> {
    return this.#productOf.keys()
  }

  /** A product's new verdict arrives in the same update that removes the previous one. */
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

  /** Returns when the next valid verdict expires, in ISO format; `null` if none is valid. */
  findNextExpiry(now: Date): string | null {
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

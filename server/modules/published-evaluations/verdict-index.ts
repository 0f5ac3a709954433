import type { ProductVerdict } from '#contracts/published-evaluations/verdict.ts'
import type { VerdictRow } from './store.ts'
import { hasEnded } from './validity.ts'

/** A verdict with its sort key: `total` is the score before rounding. */
type RankedVerdict = ProductVerdict & { total: number }

/** The verdicts that are valid at a given time, by which lists are filtered and sorted. */
export type ValidVerdicts = {
  find(productId: string): RankedVerdict | undefined
  /** Lists the ids of the products with a verdict. */
  list(): string[]
}

/** An in-memory index of the current verdicts, since every product list reads them. */
export class VerdictIndex {
  readonly #byProduct = new Map<string, VerdictRow>()
  readonly #productByEvaluation = new Map<string, string>()

  /** Returns a constant for indexed rows, which never change until they are removed. */
  findVersion(id: string): number | undefined {
    return this.#productByEvaluation.has(id) ? 1 : undefined
  }

  ids(): Iterable<string> {
    return this.#productByEvaluation.keys()
  }

  /** Removes verdicts before it adds new ones, since one update may replace the verdict of a product. */
  update(changed: readonly VerdictRow[], removed: readonly string[]): void {
    for (const id of removed) {
      this.#byProduct.delete(this.#productByEvaluation.get(id) ?? '')
      this.#productByEvaluation.delete(id)
    }
    for (const row of changed) {
      this.#byProduct.set(row.productId, row)
      this.#productByEvaluation.set(row.id, row.productId)
    }
  }

  /** Returns the verdicts that are valid at a time. */
  getValidAt(now: Date): ValidVerdicts {
    const isValid = ({ endsAt }: VerdictRow) => !hasEnded(endsAt, now)
    return {
      find: (productId) => {
        const row = this.#byProduct.get(productId)
        return row && isValid(row) ? toVerdict(row) : undefined
      },
      list: () => [...this.#byProduct.values()].filter(isValid).map(({ productId }) => productId),
    }
  }

  /** Returns when the next valid verdict expires, as ISO time; `null` if none is valid. */
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

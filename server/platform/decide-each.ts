import type { BulkDecisionResult, BulkItem } from '#contracts/bulk-decisions.ts'
import type { ErrorCode } from '#contracts/errors.ts'
import { AppError } from './app-error.ts'
import { runPart } from './idempotency/write-once.ts'

/** A decision on one item: its name, why it needs an individual look, if it does, and the function that decides. */
type ItemDecision = { name: string; individualReason: string | undefined; decide: () => Promise<unknown> }

/** The errors of an item that don't prevent decisions on the others. */
const ITEM_ERRORS: ReadonlySet<ErrorCode> = new Set(['notFound', 'conflict', 'versionConflict', 'invalid'])

/**
 * Decides on items one after the other, each in a transaction of its own, and returns what became of each. Throws errors
 * that aren't about an item, such as a full storage; the items before it stay decided.
 */
export async function decideEach<Item extends BulkItem>(
  items: readonly Item[],
  prepare: (item: Item) => Promise<ItemDecision>,
): Promise<BulkDecisionResult> {
  const results = new Map<string, BulkDecisionResult[number]>()
  for (const item of items)
    if (!results.has(item.id)) results.set(item.id, await runPart(item.id, () => decideOne(item, prepare)))
  return [...results.values()]
}

async function decideOne<Item extends BulkItem>(
  item: Item,
  prepare: (item: Item) => Promise<ItemDecision>,
): Promise<BulkDecisionResult[number]> {
  const { id } = item
  let name = ''
  try {
    const decision = await prepare(item)
    name = decision.name
    if (decision.individualReason !== undefined)
      return { id, name, outcome: 'individual', reason: decision.individualReason }
    await decision.decide()
    return { id, name, outcome: 'decided', reason: '' }
  } catch (error) {
    if (!(error instanceof AppError) || !ITEM_ERRORS.has(error.code)) throw error
    const outcome = error.reason === 'confirmation-required' ? 'individual' : 'failed'
    return { id, name, outcome, reason: describeError(error) }
  }
}

/** Joins the errors of the fields, each of which is listed by an error that asks for a confirmation. */
const describeError = ({ message, reason, fieldErrors = [] }: AppError): string =>
  reason === 'confirmation-required' && fieldErrors.length > 0
    ? fieldErrors.map((error) => error.message).join('；')
    : message

import { infiniteQueryOptions } from '@tanstack/react-query'
import type { CallReply } from '#contracts/call.ts'
import { attributeCalls, factCalls, factEditingCalls } from '#contracts/facts/calls.ts'
import type { FactInput, ProductFacts } from '#contracts/facts/fact.ts'
import { factReviewCalls } from '#contracts/facts/review-calls.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import { dataOf, keyOf } from '../../../shared/call-query.ts'
import type { Versioned } from '../../../shared/versioned/edits.ts'
import { callAdmin } from '../../calls/call.ts'
import { forEditing, queryOf } from '../../calls/query-of.ts'

export type ProductReference = { catalogue: Catalogue; id: string }

/** The calls whose replies change when facts are saved, except that of the open editor. */
export const FACT_LISTS = [
  factReviewCalls.listStale,
  factReviewCalls.listIncomplete,
  factReviewCalls.listUnknown,
  factReviewCalls.listDisputes,
  factCalls.listChanges,
]

export const attributesQuery = dataOf(queryOf(attributeCalls.list))

type FactsReply = CallReply<typeof factEditingCalls.get>

const toVersioned = ({ data, version }: FactsReply): Versioned<ProductFacts> => ({ value: data, version })

/** Returns the query for a product's facts that are edited. */
export const factsQuery = ({ catalogue, id }: ProductReference) =>
  forEditing({ ...queryOf(factEditingCalls.get, { params: { catalogue, id } }), select: toVersioned })

export const loadFacts = async ({ catalogue, id }: ProductReference) =>
  toVersioned(await callAdmin(factEditingCalls.get, { params: { catalogue, id } }))

/** Saves a product's facts. Throws a `CallError` with status 412 if they have a newer version. */
export async function saveFacts({ catalogue, id }: ProductReference, facts: FactInput[], version: number) {
  const saved = await callAdmin(factEditingCalls.save, { params: { catalogue, id }, body: { facts }, version })
  return { value: saved.data, version: saved.version, message: saved.message }
}

/** Returns who changed a product's facts last. */
export async function loadFactsAuthorship(product: ProductReference) {
  const [change] = (await listFactChanges(product, undefined, 1)).data
  return change && { createdAt: change.at, createdBy: change.by }
}

const listFactChanges = ({ catalogue, id }: ProductReference, attribute: string | undefined, page: number) =>
  callAdmin(factCalls.listChanges, {
    params: { id },
    query: { catalogue, page, ...(attribute === undefined ? {} : { attribute }) },
  })

/** Returns the query for the changes of a product's facts, or of one attribute, page by page. */
export const factChangesQuery = (product: ProductReference, attribute: string | undefined) =>
  infiniteQueryOptions({
    queryKey: keyOf(factCalls.listChanges, product, ['pages', attribute]),
    queryFn: ({ pageParam }) => listFactChanges(product, attribute, pageParam),
    initialPageParam: 1,
    getNextPageParam: ({ pagination: { current, total } }) => (current < total ? current + 1 : undefined),
  })

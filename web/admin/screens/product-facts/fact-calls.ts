import { attributeCalls, factCalls, factEditingCalls } from '#contracts/facts/calls.ts'
import type { FactInput } from '#contracts/facts/fact.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import { callAdmin } from '../../calls/call.ts'

export type ProductReference = { catalogue: Catalogue; id: string }

/** The prefix of the keys of queries that depend on facts. */
export const FACTS_KEY = ['facts']
export const ATTRIBUTES_KEY = ['attributes']

export const listAttributes = async () => (await callAdmin(attributeCalls.list)).data

export async function loadFacts({ catalogue, id }: ProductReference) {
  const { data, version } = await callAdmin(factEditingCalls.get, { params: { catalogue, id } })
  return { value: data, version }
}

/** Saves a product's facts. Throws a `CallError` with status 412 if they have a newer version. */
export async function saveFacts({ catalogue, id }: ProductReference, facts: FactInput[], version: number) {
  const saved = await callAdmin(factEditingCalls.save, { params: { catalogue, id }, body: { facts }, version })
  return { value: saved.data, version: saved.version, message: saved.message }
}

/** Returns who changed a product's facts last. */
export async function loadFactsAuthorship(product: ProductReference) {
  const [change] = (await listFactChanges(product, { attribute: undefined, page: 1 })).data
  return change && { createdAt: change.at, createdBy: change.by }
}

export const listFactChanges = (
  { catalogue, id }: ProductReference,
  { attribute, page }: { attribute: string | undefined; page: number },
) =>
  callAdmin(factCalls.listChanges, {
    params: { id },
    query: { catalogue, page, ...(attribute === undefined ? {} : { attribute }) },
  })

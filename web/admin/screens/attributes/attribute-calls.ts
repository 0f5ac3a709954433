import type { CallReply } from '#contracts/call.ts'
import { attributeCalls } from '#contracts/facts/calls.ts'
import { FACT_MESSAGES } from '#contracts/facts/messages.ts'
import { keyOf } from '../../../shared/call-query.ts'
import { callAdmin, callOnce } from '../../calls/call.ts'
import { forEditing, queryOf } from '../../calls/query-of.ts'
import { type AttributeValues, toFormValues, toRequestBody } from './attribute-values.ts'

const toVersioned = ({ data, version }: CallReply<typeof attributeCalls.get>) => ({
  value: toFormValues(data),
  version,
  record: data,
})

/** Returns the query for an attribute that is edited. */
export const attributeQuery = (key: string) =>
  forEditing({ ...queryOf(attributeCalls.get, { params: { key } }), select: toVersioned })

export const loadAttribute = async (key: string) =>
  toVersioned(await callAdmin(attributeCalls.get, { params: { key } }))

export async function createAttribute(values: AttributeValues) {
  const { key, body } = toRequestBody(values)
  const { data, version, message } = await callAdmin(attributeCalls.create, { body: { key, ...body } })
  return { value: toFormValues(data), version, message, id: data.key }
}

/** Saves an attribute. Throws a `CallError` with status 412 if it has a newer version. */
export async function updateAttribute(key: string, values: AttributeValues, baseVersion: number) {
  const { body, renamedChoices } = toRequestBody(values)
  const { data, version, message } = await callAdmin(attributeCalls.update, {
    params: { key },
    body: { ...body, renamedChoices },
    version: baseVersion,
  })
  return { value: toFormValues(data), version, message }
}

export const removeAttribute = (key: string) =>
  callOnce(attributeCalls.remove, { params: { key } }, FACT_MESSAGES.attributeRemoved)

export const reorderAttributes = (keys: string[]) => callAdmin(attributeCalls.reorder, { body: { keys } })

/** Returns who saved an attribute last. */
export async function loadAttributeAuthorship(key: string) {
  const { data } = await callAdmin(attributeCalls.listRevisions, { params: { key }, query: { page: 1 } })
  return data.find(({ isCurrent }) => isCurrent)
}

/** Returns the query for the values of a revision. */
export const attributeRevisionQuery = (key: string, revision: number) => ({
  queryKey: keyOf(attributeCalls.getRevision, { params: { key, revision } }),
  async queryFn(): Promise<AttributeValues> {
    const { data } = await callAdmin(attributeCalls.getRevision, { params: { key, revision } })
    return toFormValues({ ...data.attribute, key })
  },
})

export const restoreAttributeRevision = (key: string, revision: number, version: number) =>
  callAdmin(attributeCalls.restoreRevision, { params: { key, revision }, version })

import { attributeCalls } from '#contracts/facts/calls.ts'
import { FACT_MESSAGES } from '#contracts/facts/messages.ts'
import { callAdmin, callOnce } from '../../calls/call.ts'
import { type AttributeValues, toFormValues, toRequestBody } from './attribute-values.ts'

export async function loadAttribute(key: string) {
  const { data, version } = await callAdmin(attributeCalls.get, { params: { key } })
  return { value: toFormValues(data), version, record: data }
}

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

export const reorderAttributes = async (keys: string[]) =>
  (await callAdmin(attributeCalls.reorder, { body: { keys } })).data

export const listAttributeRevisions = (key: string, page: number) =>
  callAdmin(attributeCalls.listRevisions, { params: { key }, query: { page } })

export async function loadAttributeRevision(key: string, revision: number): Promise<AttributeValues> {
  const { data } = await callAdmin(attributeCalls.getRevision, { params: { key, revision } })
  return toFormValues({ ...data.attribute, key })
}

export const restoreAttributeRevision = (key: string, revision: number, version: number) =>
  callAdmin(attributeCalls.restoreRevision, { params: { key, revision }, version })

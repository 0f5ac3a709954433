/** Loads, validates and saves documents with their revision. */

import { documentCalls, documentSaveCalls, editingCalls } from '#contracts/content/calls.ts'
import { parseSavedDocument } from '#contracts/documents/documents.ts'
import type { FieldError } from '#contracts/errors.ts'
import { isObject, type JsonObject } from '#contracts/rules/is-object.ts'
import type { DocumentKind } from '#contracts/vocabulary.ts'
import { keyOf } from '../../shared/call-query.ts'
import type { Versioned } from '../../shared/versioned/edits.ts'
import type { Saved } from '../../shared/versioned/save-outcome.ts'
import { callAdmin } from '../calls/call.ts'
import { forEditing, queryOf } from '../calls/query-of.ts'
import { toEditableProduct } from './form/editable-product.ts'

type DocumentReply = { data: JsonObject; version: number }

const toVersioned = ({ data, version }: DocumentReply): Versioned<JsonObject> => ({ value: toEditable(data), version })

export const loadDocument = async (kind: DocumentKind): Promise<Versioned<JsonObject>> =>
  toVersioned(await callAdmin(documentCalls[kind]))

/** Returns the query for a document that is edited. */
export const documentQuery = (kind: DocumentKind) =>
  forEditing({ ...queryOf(documentCalls[kind]), select: toVersioned })

/** A revision of a document that a save replaces, and whether the user accepts the consequences for others. */
type Replaced = { version: number; isConfirmed: boolean }

/**
 * Saves a document based on a revision. Throws a `CallError` with status 412 if a newer one exists, or with the reason
 * `confirmation-required`.
 */
export async function saveDocument(
  kind: DocumentKind,
  body: JsonObject,
  { version: revision, isConfirmed }: Replaced,
): Promise<Saved<JsonObject>> {
  const query = isConfirmed ? { confirmed: true } : {}
  const { data, version, message } = await callAdmin(documentSaveCalls[kind], { body, query, version: revision })
  return { ...toVersioned({ data, version }), message }
}

/** Returns who saved a document last, or a product of its catalogue. */
export const loadAuthorship = async (kind: DocumentKind) =>
  (await callAdmin(editingCalls.getAuthorship, { params: { kind } })).data ?? undefined

/** Returns the query for what is published, which is another one for another revision. */
export const publishedQuery = (kind: DocumentKind, revision: number) => ({
  queryKey: keyOf(documentCalls[kind], {}, `content ${revision}`),
  queryFn: async () => (await loadDocument(kind)).value,
})

/** Returns the query for the content of a version. */
export const revisionQuery = (kind: DocumentKind, revision: number) => ({
  queryKey: keyOf(editingCalls.getRevision, { params: { kind, revision } }, 'content'),
  queryFn: async () =>
    toEditable((await callAdmin(editingCalls.getRevision, { params: { kind, revision } })).data.document),
})

/** Restores a version. Returns the success message. Throws as `saveDocument` does. */
export const restoreRevision = async (kind: DocumentKind, revision: number, { version, isConfirmed }: Replaced) =>
  (
    await callAdmin(editingCalls.restoreRevision, {
      params: { kind, revision },
      query: { confirmed: isConfirmed },
      version,
    })
  ).message

/** Returns the validation errors by field. */
export function validateDocument(kind: DocumentKind, document: JsonObject): FieldError[] {
  const parsed = parseSavedDocument(kind, document)
  return 'errors' in parsed ? parsed.errors : []
}

/** Returns a document as it is edited: without the fields of its products that only the server writes. */
export function toEditable(document: JsonObject): JsonObject {
  if (!Array.isArray(document.products)) return document
  const products = document.products.map((product: unknown) =>
    isObject(product) ? toEditableProduct(product) : product,
  )
  return { ...document, products }
}

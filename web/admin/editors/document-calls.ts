/** Reading and saving a document with its revision. */
import { parseDocument } from '#contracts/documents/documents.ts'
import type { FieldError } from '#contracts/errors.ts'
import { CONTENT_SAVED } from '#contracts/messages/admin.ts'
import { DOCUMENT_PATHS } from '#contracts/paths.ts'
import { isObject, type JsonObject } from '#contracts/rules/is-object.ts'
import type { DocumentKind } from '#contracts/vocabulary.ts'
import { call } from '../calls/call.ts'
import type { Versioned } from '../versioned/edits.ts'
import type { Saved } from '../versioned/save-outcome.ts'

/** What the server adds to a product and takes from nobody. */
const SERVERS_OWN = new Set(['_id', 'views', 'lastUpdated'])

/** `"12"` or `W/"12"` as 12. */
export const revisionOf = (headers: Headers): number => Number(/\d+/.exec(headers.get('etag') ?? '')?.[0] ?? 0)

export async function loadDocument(kind: DocumentKind): Promise<Versioned<JsonObject>> {
  let revision = 0
  const { data } = await call<{ data: JsonObject }>(DOCUMENT_PATHS[kind], {
    onHeaders: (headers) => {
      revision = revisionOf(headers)
    },
  })
  return { value: editable(data), version: revision }
}

/** Saves over a revision. Throws 412 if there is a newer one. */
export async function saveDocument(kind: DocumentKind, document: JsonObject, over: number): Promise<Saved<JsonObject>> {
  let revision = 0
  const { data, message } = await call<{ data: JsonObject; message?: string }>(DOCUMENT_PATHS[kind], {
    method: 'PUT',
    body: document,
    headers: { 'if-match': `"${over}"` },
    onHeaders: (headers) => {
      revision = revisionOf(headers)
    },
  })
  return { value: editable(data), version: revision, message: message ?? CONTENT_SAVED[kind] }
}

/** What the server would refuse, by field, without asking it. */
export function faultsOf(kind: DocumentKind, document: JsonObject): FieldError[] {
  const parsed = parseDocument(kind, document)
  if (parsed.success) return []
  return parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }))
}

/** A document without what only the server writes. */
export function editable(document: JsonObject): JsonObject {
  if (!Array.isArray(document.products)) return document
  return {
    ...document,
    products: document.products.map((product: unknown) =>
      isObject(product)
        ? Object.fromEntries(Object.entries(product).filter(([key]) => !SERVERS_OWN.has(key)))
        : product,
    ),
  }
}

import type { z } from 'zod'
import {
  listFieldErrors,
  parseDocument,
  parseSavedDocument,
  withoutRecordSections,
} from '#contracts/documents/documents.ts'
import { upgradeDocument } from '#contracts/documents/legacy-format.ts'
import { ERROR_DEFINITIONS } from '#contracts/errors.ts'
import type { JsonObject } from '#contracts/rules/is-object.ts'
import type { DraftKind } from '#contracts/vocabulary.ts'
import { invalidFields } from '#server/platform/app-error.ts'

/**
 * Returns a draft as it is stored, from the current or the legacy format. It may be incomplete and break the rules of a
 * published document, but the form must be able to show it: throws `invalid` if a value has another type. What is derived
 * from records isn't part of a draft: publishing it leaves them as they are.
 */
export function parseDraft(kind: DraftKind, raw: JsonObject): JsonObject {
  const upgraded: JsonObject = Object(upgradeDocument(kind, raw))
  const parsed = parseDocument(kind, upgraded)
  const wrongTypes = parsed.success ? [] : parsed.error.issues.filter((issue) => hasWrongType(issue, upgraded))
  if (parsed.error && wrongTypes.length > 0)
    throw invalidFields(listFieldErrors({ ...parsed.error, issues: wrongTypes }), ERROR_DEFINITIONS.invalid.message)
  return withoutRecordSections(upgraded)
}

/** Returns a draft as it will be published. Throws `invalid` with every field that isn't ready. */
export function parsePublishable(kind: DraftKind, document: unknown): JsonObject {
  const parsed = parseSavedDocument(kind, document)
  if ('document' in parsed) return withoutRecordSections(parsed.document)
  throw invalidFields(parsed.errors, ERROR_DEFINITIONS.invalid.message)
}

/** Returns whether a value exists but has another type, unlike one that is missing or out of range. */
function hasWrongType({ code, path }: z.core.$ZodIssue, document: JsonObject): boolean {
  return code === 'invalid_type' && path.reduce<unknown>((value, key) => Object(value)[key], document) !== undefined
}

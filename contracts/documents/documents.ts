/** The seven content documents by kind: their schemas, names and calls. */
import type { z } from 'zod'
import { MISSING_MESSAGE } from '../chinese-issues.ts'
import type { FieldError } from '../errors.ts'
import { STEP_TOO_LOW } from '../fields.ts'
import { STEP } from '../limits.ts'
import { isObject, type JsonObject } from '../rules/is-object.ts'
import type { DocumentKind } from '../vocabulary.ts'
import { CatalogueSchema } from './catalogue.ts'
import { CommunitySchema, SavedCommunitySchema } from './community.ts'
import { EvaluationSchema } from './evaluation.ts'
import { HomeSchema } from './home.ts'
import { upgradeDocument } from './legacy-format.ts'
import { SelectionSchema } from './selection.ts'
import { SubmitSchema } from './submit.ts'

export const DOCUMENT_SCHEMAS = {
  home: HomeSchema,
  community: CommunitySchema,
  selection: SelectionSchema,
  products: CatalogueSchema,
  ai: CatalogueSchema,
  evaluation: EvaluationSchema,
  submit: SubmitSchema,
} as const satisfies Record<DocumentKind, z.ZodType>

/** The schemas for saving, with checks that stored documents may predate. */
const SAVED_DOCUMENT_SCHEMAS = { ...DOCUMENT_SCHEMAS, community: SavedCommunitySchema }

export type Documents = { [Kind in DocumentKind]: z.infer<(typeof DOCUMENT_SCHEMAS)[Kind]> }

/**
 * Validates a document of a kind, in the current or the legacy format. Takes any parsed JSON; returns Zod's result: the
 * document with defaults filled in and unknown keys kept, or every issue.
 */
export function parseDocument<Kind extends DocumentKind>(kind: Kind, raw: unknown) {
  return DOCUMENT_SCHEMAS[kind].safeParse(upgradeDocument(kind, raw)) as z.ZodSafeParseResult<Documents[Kind]>
}

/** Lists the names of a document's sections. */
export const listSections = (kind: DocumentKind): string[] => Object.keys(DOCUMENT_SCHEMAS[kind].unwrap().shape)

/** The sections that are derived from records: a document may be saved without them, and then they stay. */
export const RECORD_SECTIONS: readonly string[] = ['products', 'upcomingEvents']

/** Returns a document without the sections that are derived from records. */
export const withoutRecordSections = (document: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(document).filter(([section]) => !RECORD_SECTIONS.includes(section)))

/** Lists the sections that a document lacks, apart from those that are derived from records. */
export const listMissingSections = (kind: DocumentKind, document: JsonObject): string[] =>
  listSections(kind).filter((section) => !RECORD_SECTIONS.includes(section) && !Object.hasOwn(document, section))

/** Returns a document with empty sections for those that it lacks. */
export function withAllSections(kind: DocumentKind, document: JsonObject): JsonObject {
  const empty: JsonObject = DOCUMENT_SCHEMAS[kind].parse({})
  const missing = listMissingSections(kind, document)
  return { ...document, ...Object.fromEntries(missing.map((section) => [section, empty[section]])) }
}

/** Returns whether a document names its sections in the legacy format, which has fewer of them. */
export function hasLegacySections(kind: DocumentKind, document: JsonObject): boolean {
  const upgraded = upgradeDocument(kind, document)
  return isObject(upgraded) && Object.keys(document).some((section) => !Object.hasOwn(upgraded, section))
}

/** Lists the errors of a failed validation, by field. */
export const listFieldErrors = ({ issues }: z.ZodError): FieldError[] =>
  issues.map(({ path, message }) => ({ path: path.join('.'), message }))

/**
 * Validates a document to be saved, which replaces the stored one: a missing section is an error instead of an empty
 * section, except in the legacy format. Returns the document as `parseDocument` does, or every error.
 */
export function parseSavedDocument(
  kind: DocumentKind,
  raw: unknown,
): { document: JsonObject } | { errors: FieldError[] } {
  const upgraded = upgradeDocument(kind, raw)
  const parsed = SAVED_DOCUMENT_SCHEMAS[kind].safeParse(upgraded)
  const canLackSections = !isObject(raw) || !isObject(upgraded) || hasLegacySections(kind, raw)
  const missing = canLackSections ? [] : listMissingSections(kind, upgraded)
  const errors = [
    ...missing.map((section) => ({ path: section, message: MISSING_MESSAGE })),
    ...(parsed.success ? listStepErrors(kind, parsed.data) : listFieldErrors(parsed.error)),
  ]
  return parsed.success && errors.length === 0 ? { document: parsed.data } : { errors }
}

/** Where a document numbers the steps of a process. */
const STEPS: Partial<Record<DocumentKind, { path: readonly string[]; key: string }>> = {
  community: { path: ['joinProcess', 'steps'], key: 'stepNumber' },
  selection: { path: ['serviceProcess'], key: 'step' },
  evaluation: { path: ['evaluationProcess', 'steps'], key: 'stepNumber' },
  submit: { path: ['submitProcess', 'steps'], key: 'stepNumber' },
}

/**
 * Lists the steps of a document to be saved whose number is below 1. The schemas accept 0, which stored documents may
 * contain.
 */
function listStepErrors(kind: DocumentKind, document: JsonObject): FieldError[] {
  const place = STEPS[kind]
  if (!place) return []
  const { path, key } = place
  const steps = path.reduce<unknown>((value, name) => (isObject(value) ? value[name] : undefined), document)
  if (!Array.isArray(steps)) return []
  return steps.flatMap((step: unknown, index) =>
    isObject(step) && Number(step[key]) < STEP.first
      ? [{ path: [...path, index, key].join('.'), message: STEP_TOO_LOW }]
      : [],
  )
}

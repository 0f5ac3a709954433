/** The seven content documents by kind: their schemas, names and calls. */
import type { z } from 'zod'
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
  return DOCUMENT_SCHEMAS[kind].safeParse(upgradeDocument[kind](raw)) as z.ZodSafeParseResult<Documents[Kind]>
}

/** Validates a document to be saved. Returns the same as `parseDocument`. */
export function parseSavedDocument<Kind extends DocumentKind>(kind: Kind, raw: unknown) {
  return SAVED_DOCUMENT_SCHEMAS[kind].safeParse(upgradeDocument[kind](raw)) as z.ZodSafeParseResult<Documents[Kind]>
}

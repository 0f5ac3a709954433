/** The contents of a shortlist's row, parsed from its JSON columns. */
import { z } from 'zod'
import { SHORTLIST_MESSAGES as MESSAGES } from '#contracts/shortlists/messages.ts'
import { RequirementSchema } from '#contracts/shortlists/shortlist.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import { notFound } from '#server/platform/app-error.ts'
import { authorize } from '#server/platform/authorize.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { isOwnShortlist } from './policy.ts'
import { findShortlist, type ShortlistRow } from './store.ts'

const RequirementsSchema = z.array(RequirementSchema)
const CandidatesSchema = z.array(z.object({ id: z.string(), name: z.string() }))

/** A product added by hand, with its name when it was added, which is shown if the product is no longer listed. */
export type StoredCandidate = z.infer<typeof CandidatesSchema>[number]

export type ShortlistContents = {
  catalogue: Catalogue
  required: z.infer<typeof RequirementsSchema>
  preferred: z.infer<typeof RequirementsSchema>
  candidates: StoredCandidate[]
}

/** Parses the contents of a row. */
export const parseContents = ({ catalogue, ...row }: ShortlistRow): ShortlistContents => ({
  catalogue,
  required: RequirementsSchema.parse(row.requiredJson),
  preferred: RequirementsSchema.parse(row.preferredJson),
  candidates: CandidatesSchema.parse(row.candidatesJson),
})

/** Returns the columns that store the given contents. */
export const toColumns = ({ required, preferred, candidates }: Omit<ShortlistContents, 'catalogue'>) => ({
  requiredJson: JSON.stringify(required),
  preferredJson: JSON.stringify(preferred),
  candidatesJson: JSON.stringify(candidates),
})

/** Returns the row of a shortlist. Throws `notFound`. */
export async function getShortlistRow(db: Queryable, id: string): Promise<ShortlistRow> {
  const row = await findShortlist(db, id)
  if (!row) throw notFound(MESSAGES.notFound)
  return row
}

/** Returns the row of a member's own shortlist. Throws `notFound`, even if another member owns it. */
export async function getOwnedRow(db: Queryable, id: string, ownerId: string): Promise<ShortlistRow> {
  const row = await getShortlistRow(db, id)
  authorize(isOwnShortlist(row, ownerId), notFound(MESSAGES.notFound))
  return row
}

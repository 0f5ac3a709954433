/** The contents of a shortlist's row, parsed from its JSON columns. */
import { z } from 'zod'
import { COLLEAGUE_MESSAGES } from '#contracts/colleagues/messages.ts'
import { hasRight, type MemberRole, type Right } from '#contracts/colleagues/roles.ts'
import { SHORTLIST_MESSAGES as MESSAGES } from '#contracts/shortlists/messages.ts'
import { RequirementSchema } from '#contracts/shortlists/shortlist.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import type { ColleagueAccess } from '#server/modules/colleagues/service.ts'
import { forbidden, notFound } from '#server/platform/app-error.ts'
import { authorize } from '#server/platform/authorize.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { findMemberRole } from './policy.ts'
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

/** A shortlist with what a member is to it. */
export type OpenedShortlist = ShortlistRow & { role: MemberRole }

/** Returns what a member is to a shortlist; `undefined` for everybody else. */
export async function findRole(
  db: Queryable,
  row: ShortlistRow,
  { colleagues, memberId }: { colleagues: Pick<ColleagueAccess, 'find'>; memberId: string | undefined },
): Promise<MemberRole | undefined> {
  const isStranger = memberId === undefined || row.ownerId === null || row.ownerId === memberId
  const colleague = isStranger ? undefined : await colleagues.find(db, { kind: 'shortlist', id: row.id }, memberId)
  return findMemberRole(row, { id: memberId, colleagueRole: colleague?.role })
}

/**
 * Returns the row of a shortlist to a member who has a right to it. Throws `notFound` for everybody else, `forbidden` for
 * colleagues without the right.
 */
export async function getAs(
  db: Queryable,
  id: string,
  {
    colleagues,
    memberId,
    right = 'run',
  }: { colleagues: Pick<ColleagueAccess, 'find'>; memberId: string; right?: Right },
): Promise<OpenedShortlist> {
  const row = await getShortlistRow(db, id)
  const role = await findRole(db, row, { colleagues, memberId })
  authorize(role !== undefined, notFound(MESSAGES.notFound))
  authorize(
    hasRight(role, right),
    forbidden(right === 'own' ? COLLEAGUE_MESSAGES.notOwner : COLLEAGUE_MESSAGES.notManager),
  )
  return { ...row, role }
}

import type { ColleagueRole, MemberRole } from '#contracts/colleagues/roles.ts'

/**
 * Returns what a member is to a shortlist; `undefined` for everybody else, who read it by its link and can't change it.
 * Shortlists of visitors have no owner and no colleagues.
 */
export const findMemberRole = (
  { ownerId }: { ownerId: string | null },
  { id, colleagueRole }: { id: string | undefined; colleagueRole: ColleagueRole | undefined },
): MemberRole | undefined => {
  if (id === undefined || ownerId === null) return undefined
  return id === ownerId ? 'owner' : colleagueRole
}

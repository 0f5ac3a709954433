import type { CommunityMember } from '#contracts/documents/community.ts'

const folded = (text: string) => text.normalize('NFKC').toLowerCase()

/** Returns the members whose name, title, company or expertise holds every word of a query; all of them for none. */
export function filterMembers(members: readonly CommunityMember[], query: string): CommunityMember[] {
  const terms = folded(query).split(/\s+/).filter(Boolean)
  return members.filter(({ name, title, company, expertise }) => {
    const searched = folded([name, title, company, ...expertise].join('\n'))
    return terms.every((word) => searched.includes(word))
  })
}

import type { CommunityMember } from '#contracts/documents/community.ts'
import { toNfkc } from '#contracts/rules/normalize-text.ts'

const normalize = (text: string) => toNfkc(text).toLowerCase()

/** Returns the members whose name, title, company or expertise contains every word of a query. */
export function filterMembers(members: readonly CommunityMember[], query: string): CommunityMember[] {
  const terms = normalize(query).split(/\s+/).filter(Boolean)
  return members.filter(({ name, title, company, expertise }) => {
    const searchedText = normalize([name, title, company, ...expertise].join('\n'))
    return terms.every((term) => searchedText.includes(term))
  })
}

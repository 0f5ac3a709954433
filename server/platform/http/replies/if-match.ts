/**
 * Returns whether an `If-Match` header allows a save on top of a revision (optimistic locking). Without a header, or
 * with `*`, any revision matches. The header is a list of tags (RFC 9110 §13.1.1), which may be weak (after a
 * compressing proxy) or bare numbers.
 */
export function matchesRevision(ifMatch: string | undefined, revision: number): boolean {
  if (ifMatch === undefined || ifMatch.trim() === '*') return true
  return ifMatch
    .split(',')
    .some((tag) => /^(?:W\/)?"(\d+)"$|^(\d+)$/.exec(tag.trim())?.slice(1).includes(String(revision)))
}

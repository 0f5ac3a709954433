/**
 * Returns whether a save may go on. Takes the `If-Match` header and the document's revision; without a header, or with
 * `*`, any revision will do. Tags may be weak (a proxy that compresses makes them so) or bare numbers, and stand in a
 * list (RFC 9110 §13.1.1).
 */
export function isRevisionMatched(ifMatch: string | undefined, revision: number): boolean {
  if (ifMatch === undefined || ifMatch.trim() === '*') return true
  return ifMatch
    .split(',')
    .some((tag) => /^(?:W\/)?"(\d+)"$|^(\d+)$/.exec(tag.trim())?.slice(1).includes(String(revision)))
}

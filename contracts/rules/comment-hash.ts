const PREFIX = '#comment-'

/** Returns the hash of the link that opens a comment beside what it is about, wherever its field has gone since. */
export const toCommentHash = (id: string): string => PREFIX + id

/** Returns the id of the comment that a hash opens; `undefined` for any other hash. */
export const findCommentId = (hash: string): string | undefined =>
  hash.startsWith(PREFIX) ? hash.slice(PREFIX.length) : undefined

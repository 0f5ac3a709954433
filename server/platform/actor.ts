/** Who does something, for what is kept of it: the history and the audit. */
export type Actor = { id: string; name: string; ip: string | null }

/** Where a sign-in comes from. */
export type Client = { ip: string; userAgent: string | undefined }

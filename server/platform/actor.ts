/** Who does something, for what is kept of it: the history and the audit. */
export type Actor = { id: string; name: string; ip: string | null }

/** The client of a sign-in. */
export type Client = { ip: string; userAgent: string | undefined }

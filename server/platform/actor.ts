/** Who does something, for what is kept of it: the history and the audit. */
export type Actor = { id: string; name: string; ip: string | null }

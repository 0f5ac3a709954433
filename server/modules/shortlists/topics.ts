/** The topic of all shortlists' own changes; their results also depend on their catalogue and its facts. */
export const SHORTLISTS_TOPIC = 'shortlists'

/** Locked while a shortlist is changed, by whomever. */
export const getShortlistLock = (id: string): string => `shortlist:${id}`

/** Locked while a member's shortlists are counted, created or deleted; before the lock of any of them. */
export const getOwnShortlistsLock = (ownerId: string): string => `shortlists:${ownerId}`

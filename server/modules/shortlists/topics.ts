/** The topic of all shortlists' own changes; their results also depend on their catalogue and its facts. */
export const SHORTLISTS_TOPIC = 'shortlists'

/** Locked while a member's shortlists are counted or changed. */
export const getOwnShortlistsLock = (ownerId: string): string => `shortlists:${ownerId}`

/** The topic of a shortlist's own changes; its result also depends on its catalogue and the catalogue's facts. */
export const getShortlistTopic = (id: string): string => `shortlist:${id}`

/** Locked while a member's shortlists are counted or changed. */
export const getOwnShortlistsLock = (ownerId: string): string => `shortlists:${ownerId}`

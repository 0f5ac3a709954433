/** The statuses of a registration. No Zod here: public pages import them for a few bytes. */

/** A confirmed registration has a place; a waiting one moves up in its turn if a place becomes free. */
export const REGISTRATION_STATUSES = ['confirmed', 'waiting'] as const
export type RegistrationStatus = (typeof REGISTRATION_STATUSES)[number]
export const REGISTRATION_STATUS_LABELS: Record<RegistrationStatus, string> = { confirmed: '已报名', waiting: '候补' }

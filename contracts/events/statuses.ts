/** The types of events, and the statuses of a registration. Without Zod, to keep public pages small. */

/** The usual types of events, which editors may choose from. */
export const EVENT_TYPES = ['线上研讨会', '技术分享', '私享会', '线下沙龙', '闭门会'] as const

/** A confirmed registration has a seat; waiting ones are confirmed in order of registration as seats become free. */
export const REGISTRATION_STATUSES = ['confirmed', 'waiting'] as const
export type RegistrationStatus = (typeof REGISTRATION_STATUSES)[number]
export const REGISTRATION_STATUS_LABELS: Record<RegistrationStatus, string> = { confirmed: '已报名', waiting: '候补' }

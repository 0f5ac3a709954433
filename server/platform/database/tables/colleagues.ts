/** Colleagues with whom members share projects, shortlists and inquiries. */
import type { ColleagueRole } from '#contracts/colleagues/roles.ts'

export type ColleagueTables = {
  colleagues: ColleaguesTable
}

/** A colleague of exactly one item, with which the row is deleted. */
export type ColleaguesTable = {
  id: string
  projectId: string | null
  shortlistId: string | null
  inquiryId: string | null
  role: ColleagueRole
  /** The invited address, in lower case. */
  email: string
  /** Bound when they first open the item; until then, whoever has proved the address is the colleague. */
  userId: string | null
  invitedAt: string
  joinedAt: string | null
  /** When the owner asked them to take over; `null` without such an offer. */
  offeredAt: string | null
}

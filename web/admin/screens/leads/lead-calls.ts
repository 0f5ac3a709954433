import type { Author } from '#contracts/content/revision.ts'
import type { LeadChange, LeadCounts, LeadRecord } from '#contracts/leads/lead.ts'
import type { Pagination } from '#contracts/pagination.ts'
import { ADMIN_API, fillPath } from '#contracts/paths.ts'
import { callAddress, callData } from '../../calls/call.ts'

export const LEADS_KEY = ['leads']
export const leadKey = (id: string) => ['lead', id]

export type LeadPage = { data: LeadRecord[]; pagination: Pagination; counts: LeadCounts; owners: Author[] }

export const listLeads = (query: string): Promise<LeadPage> => callAddress(`${ADMIN_API.leads}?${query}`)

export const readLead = (id: string): Promise<LeadRecord> => callData(fillPath(ADMIN_API.lead, { id }))

export const updateLead = (id: string, change: LeadChange): Promise<{ data: LeadRecord; message: string }> =>
  callAddress(fillPath(ADMIN_API.lead, { id }), { method: 'PATCH', body: change })

import { leadCalls } from '#contracts/leads/calls.ts'
import type { LeadChange } from '#contracts/leads/lead.ts'
import { callAdmin } from '../../calls/call.ts'
import { queryOf } from '../../calls/query-of.ts'

export const leadQuery = (id: string) => queryOf(leadCalls.get, { params: { id } })

export const getLead = (id: string) => callAdmin(leadCalls.get, { params: { id } })

export const loadAuthorship = async (id: string) => (await callAdmin(leadCalls.getAuthorship, { params: { id } })).data

export const updateLead = (id: string, body: LeadChange) => callAdmin(leadCalls.update, { params: { id }, body })

import { leadCalls } from '#contracts/leads/calls.ts'
import type { LeadChange } from '#contracts/leads/lead.ts'
import { call } from '../../calls/call.ts'

export const LEADS_KEY = ['leads']
export const leadKey = (id: string) => ['lead', id]

export const listLeads = (query: string) => call(leadCalls.list, { query })

export const readLead = async (id: string) => (await call(leadCalls.get, { params: { id } })).data

export const updateLead = (id: string, body: LeadChange) => call(leadCalls.update, { params: { id }, body })

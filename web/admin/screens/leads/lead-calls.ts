import { leadCalls } from '#contracts/leads/calls.ts'
import type { LeadChange } from '#contracts/leads/lead.ts'
import { callAdmin } from '../../calls/call.ts'

export const LEADS_KEY = ['leads']
export const leadKey = (id: string) => ['lead', id]

export const listLeads = (query: string) => callAdmin(leadCalls.list, { query })

export const getLead = async (id: string) => (await callAdmin(leadCalls.get, { params: { id } })).data

export const loadAuthorship = async (id: string) => (await callAdmin(leadCalls.getAuthorship, { params: { id } })).data

export const updateLead = (id: string, body: LeadChange) => callAdmin(leadCalls.update, { params: { id }, body })

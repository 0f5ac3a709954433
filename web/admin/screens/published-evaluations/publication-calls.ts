import { publicationCalls } from '#contracts/published-evaluations/calls.ts'
import type { PublishInput } from '#contracts/published-evaluations/publication.ts'
import type { StatementDecision } from '#contracts/published-evaluations/statement.ts'
import { callAdmin } from '../../calls/call.ts'

/** The prefix of all query keys of this screen, since a change may affect each list. */
export const PUBLICATIONS_KEY = ['publications']

export const listPublications = (query: string) => callAdmin(publicationCalls.list, { query })
export const listStatements = (query: string) => callAdmin(publicationCalls.listStatements, { query })
export const listProjects = async () => (await callAdmin(publicationCalls.listProjects)).data
export const getReport = async (reportId: string) =>
  (await callAdmin(publicationCalls.getReport, { params: { reportId } })).data

export const publish = (body: PublishInput) => callAdmin(publicationCalls.publish, { body })
export const withdraw = (id: string, reason: string) =>
  callAdmin(publicationCalls.withdraw, { params: { id }, body: { reason } })
export const saveStatement = (id: string, text: string) =>
  callAdmin(publicationCalls.saveStatement, { params: { id }, body: { text } })
export const decideStatement = (id: string, decision: StatementDecision) =>
  callAdmin(publicationCalls.decideStatement, { params: { id }, body: decision })

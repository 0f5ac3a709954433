import { publicationCalls } from '#contracts/published-evaluations/calls.ts'
import type { PublishInput } from '#contracts/published-evaluations/publication.ts'
import type { StatementDecision } from '#contracts/published-evaluations/statement.ts'
import { callAdmin } from '../../calls/call.ts'

/** The calls that this screen shows, since a change may affect each. */
export const PUBLICATION_READS = [
  publicationCalls.list,
  publicationCalls.listStatements,
  publicationCalls.listProjects,
  publicationCalls.getReport,
]

export const publish = (body: PublishInput) => callAdmin(publicationCalls.publish, { body })
export const withdraw = (id: string, reason: string) =>
  callAdmin(publicationCalls.withdraw, { params: { id }, body: { reason } })
export const saveStatement = (id: string, text: string) =>
  callAdmin(publicationCalls.saveStatement, { params: { id }, body: { text } })
export const decideStatement = (id: string, decision: StatementDecision) =>
  callAdmin(publicationCalls.decideStatement, { params: { id }, body: decision })

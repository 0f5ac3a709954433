import { assignmentCalls } from '#contracts/assignments/calls.ts'
import type { AssignmentKind } from '#contracts/assignments/kinds.ts'
import { dataOf } from '../../../shared/call-query.ts'
import { queryOf } from '../../calls/query-of.ts'

/** The query of the users who may be assigned a kind of work. */
export const assigneesQuery = (kind: AssignmentKind) =>
  dataOf(queryOf(assignmentCalls.listAssignees, { query: { kind } }))

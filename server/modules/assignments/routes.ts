import { assignmentCalls } from '#contracts/assignments/calls.ts'
import { defineRoute } from '#server/platform/http/calls/define-route.ts'
import type { AssignmentService } from './service.ts'

/** Routes for dividing the staff's work. */
export const assignmentRoutes = (assignments: AssignmentService) => [
  defineRoute(assignmentCalls.listAssignees, ({ query, user }) => assignments.listAssignees(query.kind, user)),
  defineRoute(assignmentCalls.assignLead, ({ params: { id }, body, user }) =>
    assignments.assign({ kind: 'lead', id }, body, user),
  ),
  defineRoute(assignmentCalls.assignSubmission, ({ params: { id }, body, user }) =>
    assignments.assign({ kind: 'submission', id }, body, user),
  ),
  defineRoute(assignmentCalls.assignReview, ({ params: { id }, body, user }) =>
    assignments.assign({ kind: 'memberReview', id }, body, user),
  ),
  defineRoute(assignmentCalls.assignQuestion, ({ params: { id }, body, user }) =>
    assignments.assign({ kind: 'question', id }, body, user),
  ),
  defineRoute(assignmentCalls.assignFact, ({ params: { id }, body, user }) =>
    assignments.assign({ kind: 'fact', id }, body, user),
  ),
  defineRoute(assignmentCalls.assignMany, ({ body, user }) => assignments.assignMany(body, user)),
]

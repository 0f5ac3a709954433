import { gradingCalls, readingCalls } from '#contracts/evaluation-grading/calls.ts'
import { defineRoute } from '#server/platform/http/calls/define-route.ts'
import type { EvaluationRunService } from '../service.ts'

const toKey = ({ id, run }: { id: string; run: string }) => ({ projectId: id, runId: run })

/** Routes for a project's owner. */
export const gradingRoutes = ({ grading }: EvaluationRunService) => [
  defineRoute(gradingCalls.get, ({ params, user }) => grading.get(toKey(params), user)),
  defineRoute(gradingCalls.save, ({ params, body, ifMatch, user }) =>
    grading.save(toKey(params), body, { owner: user, ifMatch }),
  ),
  defineRoute(gradingCalls.close, ({ params, user }) => grading.close(toKey(params), user)),
  defineRoute(gradingCalls.reopen, ({ params, body, user }) => grading.reopen(toKey(params), body.reason, user)),
]

/** Routes for a project's judges, with or without an account. */
export const readingRoutes = ({ grading: { readingRoom } }: EvaluationRunService) => [
  defineRoute(readingCalls.list, ({ body, user }) => readingRoom.list(body.access, user)),
  defineRoute(readingCalls.open, ({ body, user }) => readingRoom.open(body.access, body.run, user)),
  defineRoute(readingCalls.getItem, ({ body, user }) => readingRoom.getItem(body.access, body.item, user)),
  defineRoute(readingCalls.saveReading, ({ body: { access, ...reading }, user }) =>
    readingRoom.save(access, reading, user),
  ),
]

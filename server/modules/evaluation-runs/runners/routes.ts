import { runnerCalls, runnerTokenCalls } from '#contracts/evaluation-runs/runner-calls.ts'
import { defineRoute } from '#server/platform/http/calls/define-route.ts'
import type { EvaluationRunService } from '../service.ts'

const toKey = ({ id, run }: { id: string; run: string }) => ({ projectId: id, runId: run })

/** Routes for a project's owner. */
export const runnerTokenRoutes = (runs: EvaluationRunService) => [
  defineRoute(runnerTokenCalls.assign, ({ params, body, user }) => runs.assign(toKey(params), body.asker, user)),
  defineRoute(runnerTokenCalls.list, ({ params, user }) => runs.runners.listTokens(toKey(params), user)),
  defineRoute(runnerTokenCalls.create, ({ params, body, user }) => runs.runners.createToken(toKey(params), body, user)),
  defineRoute(runnerTokenCalls.revoke, ({ params, user }) =>
    runs.runners.revokeToken(toKey(params), params.token, user),
  ),
]

/** Routes for runners. */
export const runnerRoutes = ({ runners }: EvaluationRunService) => [
  defineRoute(runnerCalls.getJob, ({ ownToken }) => runners.getJob(ownToken)),
  defineRoute(runnerCalls.getConnection, ({ ownToken, params }) => runners.getConnection(ownToken, params.candidate)),
  defineRoute(runnerCalls.claim, ({ ownToken, body }) => runners.claim(ownToken, body)),
  defineRoute(runnerCalls.countCall, ({ ownToken, body }) => runners.countCall(ownToken, body)),
  defineRoute(runnerCalls.handIn, ({ ownToken, body }) => runners.handIn(ownToken, body.results)),
  defineRoute(runnerCalls.release, ({ ownToken, body }) => runners.release(ownToken, body)),
  defineRoute(runnerCalls.renew, ({ ownToken, body }) => runners.renew(ownToken, body.claims)),
  defineRoute(runnerCalls.pause, ({ ownToken, body }) => runners.pause(ownToken, body.candidate)),
]

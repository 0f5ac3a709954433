import { runCalls, runReadingCalls } from '#contracts/evaluation-runs/calls.ts'
import { defineRoute } from '#server/platform/http/calls/define-route.ts'
import { download } from '#server/platform/http/replies/download.ts'
import type { RegisterRoutes } from '#server/platform/http/server/routes.ts'
import { toEventReply } from './progress.ts'
import type { EvaluationRunService } from './service.ts'

const toKey = ({ id, run }: { id: string; run: string }) => ({ projectId: id, runId: run })

/** Ends the streams of events when the server stops, since it waits for all replies. */
const endStreams =
  ({ stopWatching }: EvaluationRunService): RegisterRoutes =>
  (app) => {
    app.addHook('preClose', async () => stopWatching())
  }

/** Routes for a project's owner. */
export const evaluationRunRoutes = (runs: EvaluationRunService) => [
  defineRoute(runCalls.list, ({ params, user }) => runs.list(params.id, user)),
  defineRoute(runCalls.create, ({ params, body, user }) => runs.create(params.id, body, user)),
  defineRoute(runCalls.tryTask, ({ params, body, user, watchLeaving }) =>
    runs.tryTask({ projectId: params.id, candidate: params.candidate }, body.task, {
      owner: user,
      signal: watchLeaving(),
    }),
  ),
  defineRoute(runCalls.get, ({ params, user }) => runs.get(toKey(params), user)),
  defineRoute(runCalls.watch, async ({ params, user }) => toEventReply(await runs.watch(toKey(params), user))),
  endStreams(runs),
  defineRoute(runCalls.pause, ({ params, user }) => runs.pause(toKey(params), user)),
  defineRoute(runCalls.resume, ({ params, user }) => runs.resume(toKey(params), user)),
  defineRoute(runCalls.acceptConnections, ({ params, body, user }) =>
    runs.acceptConnections(toKey(params), body.change, user),
  ),
  defineRoute(runCalls.cancel, ({ params, user }) => runs.cancel(toKey(params), user)),
  defineRoute(runCalls.retry, ({ params, user }) => runs.retry(toKey(params), user)),
  defineRoute(runCalls.addRepeats, ({ params, body, user }) => runs.addRepeats(toKey(params), body.repeats, user)),
  defineRoute(runCalls.remove, ({ params, user }) => runs.remove(toKey(params), user)),
  defineRoute(runCalls.listTrials, ({ params, query, user }) => runs.listTrials(toKey(params), query, user)),
  defineRoute(runCalls.compare, ({ params, user }) => runs.compare(toKey(params), params.other, user)),
  defineRoute(runCalls.listComparable, ({ params, user }) => runs.listComparable(toKey(params), user)),
  defineRoute(runCalls.listFailures, ({ params, user }) => runs.listFailures(toKey(params), user)),
  defineRoute(runCalls.getUsage, ({ params, user }) => runs.getUsage(toKey(params), user)),
  defineRoute(runCalls.export, async ({ params, query, user }) =>
    download(await runs.export(toKey(params), query.format, user)),
  ),
]

/** Routes for readers, by their link or of the example. */
export const runReadingRoutes = ({ readings }: EvaluationRunService) => [
  defineRoute(runReadingCalls.list, ({ body }) => readings.list(body.token)),
  defineRoute(runReadingCalls.get, ({ params, body }) => readings.get(params.run, body.token)),
  defineRoute(runReadingCalls.listTrials, ({ params, body }) => readings.listTrials(params.run, body)),
  defineRoute(runReadingCalls.listFailures, ({ params, body }) => readings.listFailures(params.run, body.token)),
]

import { judgeModelCalls } from '#contracts/evaluation-runs/judging-calls.ts'
import { defineRoute } from '#server/platform/http/calls/define-route.ts'
import { toEventReply } from '../progress.ts'
import type { EvaluationRunService } from '../service.ts'

const toKey = ({ id, run }: { id: string; run: string }) => ({ projectId: id, runId: run })

/** Routes for a project's owner. */
export const judgeModelRoutes = ({ judgeModels, judgings }: Pick<EvaluationRunService, 'judgeModels' | 'judgings'>) => [
  defineRoute(judgeModelCalls.get, ({ params, user }) => judgeModels.get(params.id, user)),
  defineRoute(judgeModelCalls.save, ({ params, body, ifMatch, user }) =>
    judgeModels.save(params.id, body, { owner: user, ifMatch }),
  ),
  defineRoute(judgeModelCalls.remove, ({ params, user }) => judgeModels.remove(params.id, user)),
  defineRoute(judgeModelCalls.probe, ({ params, body, user }) => judgeModels.probe(params.id, body.message, user)),
  defineRoute(judgeModelCalls.judgePair, ({ params, body, user }) => judgeModels.judgePair(params.id, body, user)),
  defineRoute(judgeModelCalls.saveRubric, ({ params, body, ifMatch, user }) =>
    judgeModels.saveRubric(params.id, body.rubric, { owner: user, ifMatch }),
  ),
  defineRoute(judgeModelCalls.getJudging, ({ params, user }) => judgings.get(toKey(params), user)),
  defineRoute(judgeModelCalls.watchJudging, async ({ params, user }) =>
    toEventReply(await judgings.watch(toKey(params), user)),
  ),
  defineRoute(judgeModelCalls.judge, ({ params, body, user }) => judgings.start(toKey(params), body, user)),
  defineRoute(judgeModelCalls.pauseJudging, ({ params, user }) => judgings.pause(toKey(params), user)),
  defineRoute(judgeModelCalls.resumeJudging, ({ params, user }) => judgings.resume(toKey(params), user)),
  defineRoute(judgeModelCalls.cancelJudging, ({ params, user }) => judgings.cancel(toKey(params), user)),
]

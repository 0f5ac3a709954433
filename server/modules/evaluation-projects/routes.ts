import { judgingCalls, projectCalls, readOnlyProjectCalls } from '#contracts/evaluation-projects/calls.ts'
import type { JudgeCredentials } from '#contracts/evaluation-projects/score.ts'
import { MB, TABLE } from '#contracts/limits.ts'
import { TABLE_MESSAGES } from '#contracts/messages/table.ts'
import { sendPrivate } from '#server/modules/files/service.ts'
import { defineRoute } from '#server/platform/http/calls/define-route.ts'
import { download } from '#server/platform/http/replies/download.ts'
import type { EvaluationProjectService } from './service.ts'

const TABLE_UPLOAD_LIMIT = { maxBytes: TABLE.bytes, tooLargeMessage: TABLE_MESSAGES.tableTooLarge(TABLE.bytes / MB) }

/** Routes for a project's owner. */
export const projectRoutes = (projects: EvaluationProjectService) => [
  defineRoute(projectCalls.list, ({ query, user }) => projects.owned.list(user.id, { isInRecycleBin: query.bin })),
  defineRoute(projectCalls.create, ({ body, actor }) => projects.owned.create(body, actor)),
  defineRoute(projectCalls.get, ({ params, user }) => projects.get(params.id, user.id)),
  defineRoute(projectCalls.update, ({ params, body, ifMatch, actor }) =>
    projects.owned.update(params.id, actor, ifMatch, body),
  ),
  defineRoute(projectCalls.changeStatus, ({ params, body, ifMatch, actor }) =>
    projects.changeStatus(params.id, actor, ifMatch, body),
  ),
  defineRoute(projectCalls.remove, ({ params, actor }) => projects.owned.remove(params.id, actor)),
  defineRoute(projectCalls.restore, ({ params, actor }) => projects.owned.restore(params.id, actor)),
  defineRoute(projectCalls.adoptMethod, ({ params, ifMatch, actor }) =>
    projects.owned.adoptMethod(params.id, actor, ifMatch),
  ),
  defineRoute(projectCalls.inviteJudge, ({ params, body, actor }) => projects.judges.invite(params.id, actor, body)),
  defineRoute(projectCalls.renewJudgeLink, ({ params, actor }) =>
    projects.judges.renewLink(params.id, params.judge, actor),
  ),
  defineRoute(projectCalls.removeJudge, ({ params, actor }) => projects.judges.remove(params.id, params.judge, actor)),
  defineRoute(projectCalls.restoreJudge, ({ params, actor }) =>
    projects.judges.restore(params.id, params.judge, actor),
  ),
  defineRoute(projectCalls.createReaderLink, ({ params, body, actor }) =>
    projects.readerAccess.replaceLink(params.id, actor, body),
  ),
  defineRoute(projectCalls.removeReaderLink, ({ params, actor }) => projects.readerAccess.removeLink(params.id, actor)),
  defineRoute(projectCalls.saveTasks, ({ params, body, ifMatch, actor }) =>
    projects.trials.saveTasks(params.id, actor, ifMatch, body.tasks),
  ),
  defineRoute(projectCalls.addTrials, ({ params, body, actor }) =>
    projects.trials.addOwned(params.id, actor, body.trials),
  ),
  defineRoute(projectCalls.importTrials, async ({ params, readFile, actor }) => {
    const { bytes, fields } = await readFile(TABLE_UPLOAD_LIMIT)
    return projects.trials.import(params.id, actor, bytes, fields.mode)
  }),
  defineRoute(projectCalls.downloadTrialTemplate, async ({ params, user }) =>
    download({ ...(await projects.trials.writeTemplate(params.id, user.id)), name: '试次导入模板' }),
  ),
  defineRoute(projectCalls.removeTrial, ({ params, actor }) => projects.trials.remove(params.id, params.trial, actor)),
  defineRoute(projectCalls.analyze, ({ params, user }) => projects.exports.analyze(params.id, user.id)),
  defineRoute(projectCalls.downloadEvidence, async ({ params, user }) =>
    sendPrivate(await projects.exports.getEvidence(params.id, params.file, user.id)),
  ),
  defineRoute(projectCalls.export, async ({ params, query, user }) =>
    download(await projects.exports.export(params.id, user.id, query.format)),
  ),
]

/** Routes for a judge, by link or by account. */
export const judgingRoutes = ({ judging, evidence }: EvaluationProjectService) => [
  defineRoute(judgingCalls.open, ({ body, user }) => judging.open(body.access, user)),
  defineRoute(judgingCalls.saveScore, ({ body, user }) => judging.save(body.access, user, body.score)),
  defineRoute(judgingCalls.addTrials, ({ body, user }) => judging.addTrials(body.access, user, body.trials)),
  defineRoute(judgingCalls.uploadEvidence, async ({ readFile, user }) => {
    const { fields, bytes, name } = await readFile(await evidence.getUploadLimit())
    return evidence.save(toCredentials(fields), user, fields, { bytes, name })
  }),
  defineRoute(judgingCalls.removeEvidence, ({ body, user }) => evidence.remove(body.access, user, body.file)),
  defineRoute(judgingCalls.downloadEvidence, async ({ body, user }) =>
    sendPrivate(await evidence.get(body.access, user, body.file)),
  ),
  defineRoute(judgingCalls.submit, ({ body, user }) => judging.submit(body.access, user)),
]

/** Routes with read access: by a reader's link, the example, and finished reports. */
export const readOnlyProjectRoutes = (projects: EvaluationProjectService) => [
  defineRoute(readOnlyProjectCalls.open, ({ body }) => projects.readerAccess.getByToken(body.token)),
  defineRoute(readOnlyProjectCalls.getExample, () => projects.readerAccess.getExample()),
  defineRoute(readOnlyProjectCalls.getReport, ({ params }) => projects.reports.get(params.reportId)),
  defineRoute(readOnlyProjectCalls.exportReport, async ({ params, query }) =>
    download(await projects.reports.export(params.reportId, query.format)),
  ),
  defineRoute(readOnlyProjectCalls.listKeys, () => projects.reports.listKeys()),
]

/** Multipart fields can't contain an object. Without a token, the judge is the signed-in member. */
const toCredentials = ({
  token,
  project = '',
}: {
  token?: string | undefined
  project?: string | undefined
}): JudgeCredentials => (token === undefined ? { project } : { token })

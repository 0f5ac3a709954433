import { judgingCalls, projectCalls, projectReadingCalls } from '#contracts/evaluation-projects/calls.ts'
import type { JudgingAccess } from '#contracts/evaluation-projects/score.ts'
import { MB, TABLE } from '#contracts/limits.ts'
import { TABLE_MESSAGES } from '#contracts/messages/table.ts'
import { sendPrivate } from '#server/modules/files/service.ts'
import { handle } from '#server/platform/http/calls/handle.ts'
import { download } from '#server/platform/http/replies/download.ts'
import type { EvaluationProjectService } from './service.ts'

const TABLE_UPLOAD_LIMIT = { maxBytes: TABLE.bytes, tooLargeMessage: TABLE_MESSAGES.tableTooLarge(TABLE.bytes / MB) }

/** Routes for a project's owner. */
export const projectRoutes = (projects: EvaluationProjectService) => [
  handle(projectCalls.list, ({ query, user }) => projects.owned.list(user.id, query.bin)),
  handle(projectCalls.create, ({ body, actor }) => projects.owned.create(body, actor)),
  handle(projectCalls.get, ({ params, user }) => projects.get(params.id, user.id)),
  handle(projectCalls.update, ({ params, body, ifMatch, actor }) =>
    projects.owned.update(params.id, actor, ifMatch, body),
  ),
  handle(projectCalls.move, ({ params, body, ifMatch, actor }) => projects.move(params.id, actor, ifMatch, body)),
  handle(projectCalls.remove, ({ params, actor }) => projects.owned.remove(params.id, actor)),
  handle(projectCalls.restore, ({ params, actor }) => projects.owned.restore(params.id, actor)),
  handle(projectCalls.adoptMethod, ({ params, ifMatch, actor }) =>
    projects.owned.adoptMethod(params.id, actor, ifMatch),
  ),
  handle(projectCalls.inviteJudge, ({ params, body, actor }) => projects.judges.invite(params.id, actor, body)),
  handle(projectCalls.renewJudgeLink, ({ params, actor }) => projects.judges.renewLink(params.id, params.judge, actor)),
  handle(projectCalls.removeJudge, ({ params, actor }) => projects.judges.remove(params.id, params.judge, actor)),
  handle(projectCalls.restoreJudge, ({ params, actor }) => projects.judges.restore(params.id, params.judge, actor)),
  handle(projectCalls.createReaderLink, ({ params, body, actor }) =>
    projects.readerAccess.createLink(params.id, actor, body),
  ),
  handle(projectCalls.removeReaderLink, ({ params, actor }) => projects.readerAccess.removeLink(params.id, actor)),
  handle(projectCalls.saveTasks, ({ params, body, ifMatch, actor }) =>
    projects.trials.saveTasks(params.id, actor, ifMatch, body.tasks),
  ),
  handle(projectCalls.addTrials, ({ params, body, actor }) => projects.trials.addOwned(params.id, actor, body.trials)),
  handle(projectCalls.importTrials, async ({ params, readFile, actor }) => {
    const { bytes, fields } = await readFile(TABLE_UPLOAD_LIMIT)
    return projects.trials.import(params.id, actor, bytes, fields.mode)
  }),
  handle(projectCalls.trialTemplate, async ({ params, user }) =>
    download({ ...(await projects.trials.template(params.id, user.id)), name: '试次导入模板' }),
  ),
  handle(projectCalls.removeTrial, ({ params, actor }) => projects.trials.remove(params.id, params.trial, actor)),
  handle(projectCalls.analyze, ({ params, user }) => projects.exports.analyze(params.id, user.id)),
  handle(projectCalls.downloadEvidence, async ({ params, user }) =>
    sendPrivate(await projects.exports.findEvidence(params.id, params.file, user.id)),
  ),
  handle(projectCalls.export, async ({ params, query, user }) =>
    download(await projects.exports.export(params.id, user.id, query.format)),
  ),
]

/** Routes for a judge, by link or by account. */
export const judgingRoutes = ({ judging, evidence }: EvaluationProjectService) => [
  handle(judgingCalls.open, ({ body, user }) => judging.open(body.access, user)),
  handle(judgingCalls.saveScore, ({ body, user }) => judging.save(body.access, user, body.score)),
  handle(judgingCalls.addTrials, ({ body, user }) => judging.addTrials(body.access, user, body.trials)),
  handle(judgingCalls.uploadEvidence, async ({ readFile, user }) => {
    const { fields, bytes, name } = await readFile(await evidence.getUploadLimit())
    return evidence.save(toAccess(fields), user, fields, { bytes, name })
  }),
  handle(judgingCalls.removeEvidence, ({ body, user }) => evidence.remove(body.access, user, body.file)),
  handle(judgingCalls.downloadEvidence, async ({ body, user }) =>
    sendPrivate(await evidence.find(body.access, user, body.file)),
  ),
  handle(judgingCalls.submit, ({ body, user }) => judging.submit(body.access, user)),
]

/** Routes with read access: by a reader's link, the example, and finished reports. */
export const projectReadingRoutes = (projects: EvaluationProjectService) => [
  handle(projectReadingCalls.open, ({ body }) => projects.readerAccess.readByToken(body.token)),
  handle(projectReadingCalls.example, () => projects.readerAccess.readExample()),
  handle(projectReadingCalls.report, ({ params }) => projects.reports.find(params.reportId)),
  handle(projectReadingCalls.exportReport, async ({ params, query }) =>
    download(await projects.reports.export(params.reportId, query.format)),
  ),
  handle(projectReadingCalls.keys, () => projects.reports.listKeys()),
]

/** Multipart fields can't contain an object. Without a token, the judge is the signed-in member. */
const toAccess = ({
  token,
  project = '',
}: {
  token?: string | undefined
  project?: string | undefined
}): JudgingAccess => (token === undefined ? { project } : { token })

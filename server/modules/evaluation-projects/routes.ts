import { judgingCalls, projectCalls, projectReadingCalls } from '#contracts/evaluation-projects/calls.ts'
import type { JudgingAccess } from '#contracts/evaluation-projects/score.ts'
import { MB, TABLE } from '#contracts/limits.ts'
import { TABLE_MESSAGES } from '#contracts/messages/table.ts'
import { sendPrivate } from '#server/modules/files/service.ts'
import { answer } from '#server/platform/http/calls/answer.ts'
import { download } from '#server/platform/http/replies/download.ts'
import type { EvaluationProjectService } from './service.ts'

const TABLE_LIMIT = { maxBytes: TABLE.bytes, tooLarge: TABLE_MESSAGES.tableTooLarge(TABLE.bytes / MB) }

/** The calls of a project's owner. */
export const projectRoutes = (projects: EvaluationProjectService) => [
  answer(projectCalls.list, ({ query, user }) => projects.owned.list(user.id, query.bin === 'true')),
  answer(projectCalls.create, ({ body, actor }) => projects.owned.create(body, actor)),
  answer(projectCalls.get, ({ params, user }) => projects.get(params.id, user.id)),
  answer(projectCalls.update, ({ params, body, ifMatch, actor }) =>
    projects.owned.update(params.id, actor, ifMatch, body),
  ),
  answer(projectCalls.move, ({ params, body, ifMatch, actor }) => projects.move(params.id, actor, ifMatch, body)),
  answer(projectCalls.remove, ({ params, actor }) => projects.owned.remove(params.id, actor)),
  answer(projectCalls.restore, ({ params, actor }) => projects.owned.restore(params.id, actor)),
  answer(projectCalls.adoptMethod, ({ params, ifMatch, actor }) =>
    projects.owned.adoptMethod(params.id, actor, ifMatch),
  ),
  answer(projectCalls.inviteJudge, ({ params, body, actor }) => projects.judges.invite(params.id, actor, body)),
  answer(projectCalls.renewJudgeLink, ({ params, actor }) => projects.judges.renewLink(params.id, params.judge, actor)),
  answer(projectCalls.removeJudge, ({ params, actor }) => projects.judges.remove(params.id, params.judge, actor)),
  answer(projectCalls.restoreJudge, ({ params, actor }) => projects.judges.restore(params.id, params.judge, actor)),
  answer(projectCalls.createReaderLink, ({ params, body, actor }) =>
    projects.readings.createLink(params.id, actor, body),
  ),
  answer(projectCalls.removeReaderLink, ({ params, actor }) => projects.readings.removeLink(params.id, actor)),
  answer(projectCalls.saveTasks, ({ params, body, ifMatch, actor }) =>
    projects.trials.saveTasks(params.id, actor, ifMatch, body.tasks),
  ),
  answer(projectCalls.addTrials, ({ params, body, actor }) => projects.trials.addOwned(params.id, actor, body.trials)),
  answer(projectCalls.importTrials, async ({ params, readFile, actor }) => {
    const { bytes, fields } = await readFile(TABLE_LIMIT)
    return projects.trials.import(params.id, actor, bytes, fields.mode)
  }),
  answer(projectCalls.trialTemplate, async ({ params, user }) =>
    download({ ...(await projects.trials.template(params.id, user.id)), name: '试次导入模板' }),
  ),
  answer(projectCalls.removeTrial, ({ params, actor }) => projects.trials.remove(params.id, params.trial, actor)),
  answer(projectCalls.analyze, ({ params, user }) => projects.exports.analyze(params.id, user.id)),
  answer(projectCalls.downloadEvidence, async ({ params, user }) =>
    sendPrivate(await projects.exports.findEvidence(params.id, params.file, user.id)),
  ),
  answer(projectCalls.export, async ({ params, query, user }) =>
    download(await projects.exports.export(params.id, user.id, query.format)),
  ),
]

/** The calls of a judge, by link or by account. */
export const judgingRoutes = ({ judging, evidence }: EvaluationProjectService) => [
  answer(judgingCalls.open, ({ body, user }) => judging.open(body.access, user)),
  answer(judgingCalls.saveScore, ({ body, user }) => judging.save(body.access, user, body.score)),
  answer(judgingCalls.addTrials, ({ body, user }) => judging.addTrials(body.access, user, body.trials)),
  answer(judgingCalls.uploadEvidence, async ({ readFile, user }) => {
    const { fields, bytes, name } = await readFile(await evidence.limit())
    return evidence.save(toAccess(fields), user, fields, { bytes, name })
  }),
  answer(judgingCalls.removeEvidence, ({ body, user }) => evidence.remove(body.access, user, body.file)),
  answer(judgingCalls.downloadEvidence, async ({ body, user }) =>
    sendPrivate(await evidence.find(body.access, user, body.file)),
  ),
  answer(judgingCalls.submit, ({ body, user }) => judging.submit(body.access, user)),
]

/** The calls of those who only read: by a reader's link, the example, and finished reports. */
export const projectReadingRoutes = (projects: EvaluationProjectService) => [
  answer(projectReadingCalls.open, ({ body }) => projects.readings.readByToken(body.token)),
  answer(projectReadingCalls.example, () => projects.readings.readExample()),
  answer(projectReadingCalls.report, ({ params }) => projects.reports.find(params.reportId)),
  answer(projectReadingCalls.exportReport, async ({ params, query }) =>
    download(await projects.reports.export(params.reportId, query.format)),
  ),
  answer(projectReadingCalls.keys, () => projects.reports.listKeys()),
]

/** Fields of a form can't hold an object; without a token it's the member who is signed in. */
const toAccess = ({
  token,
  project = '',
}: {
  token?: string | undefined
  project?: string | undefined
}): JudgingAccess => (token === undefined ? { project } : { token })

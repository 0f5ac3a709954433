import { judgingCalls, projectCalls, projectReadingCalls } from '#contracts/evaluation-projects/calls.ts'
import type { JudgingAccess } from '#contracts/evaluation-projects/score.ts'
import { TABLE } from '#contracts/limits.ts'
import { TABLE_MESSAGES } from '#contracts/messages/table.ts'
import { sendPrivate } from '#server/modules/files/service.ts'
import { answer } from '#server/platform/http/calls/answer.ts'
import { download } from '#server/platform/http/replies/download.ts'
import type { EvaluationProjectService } from './service.ts'

const MB = 1024 * 1024
const TABLE_LIMIT = { maxBytes: TABLE.bytes, tooLarge: TABLE_MESSAGES.tableTooLarge(TABLE.bytes / MB) }

/** The calls of a project's owner. */
export const projectRoutes = (projects: EvaluationProjectService) => [
  answer(projectCalls.list, ({ query, user }) => projects.list(user.id, query.bin === 'true')),
  answer(projectCalls.create, ({ body, actor }) => projects.create(body, actor)),
  answer(projectCalls.get, ({ params, user }) => projects.get(params.id, user.id)),
  answer(projectCalls.update, ({ params, body, ifMatch, user }) => projects.update(params.id, user.id, ifMatch, body)),
  answer(projectCalls.move, ({ params, body, ifMatch, actor }) => projects.move(params.id, actor, ifMatch, body)),
  answer(projectCalls.remove, ({ params, actor }) => projects.remove(params.id, actor)),
  answer(projectCalls.restore, ({ params, user }) => projects.restore(params.id, user.id)),
  answer(projectCalls.adoptMethod, ({ params, ifMatch, user }) => projects.adoptMethod(params.id, user.id, ifMatch)),
  answer(projectCalls.inviteJudge, ({ params, body, user }) => projects.judges.invite(params.id, user.id, body)),
  answer(projectCalls.renewJudgeLink, ({ params, user }) =>
    projects.judges.renewLink(params.id, params.judge, user.id),
  ),
  answer(projectCalls.removeJudge, ({ params, user }) => projects.judges.remove(params.id, params.judge, user.id)),
  answer(projectCalls.createReaderLink, async ({ params, user }) => ({
    link: await projects.createReaderLink(params.id, user.id),
  })),
  answer(projectCalls.removeReaderLink, ({ params, user }) => projects.removeReaderLink(params.id, user.id)),
  answer(projectCalls.saveTasks, ({ params, body, ifMatch, user }) =>
    projects.trials.saveTasks(params.id, user.id, ifMatch, body.tasks),
  ),
  answer(projectCalls.addTrials, ({ params, body, user }) => projects.trials.addOwned(params.id, user.id, body.trials)),
  answer(projectCalls.importTrials, async ({ params, readFile, user }) => {
    const { bytes } = await readFile(TABLE_LIMIT)
    return projects.trials.import(params.id, user.id, bytes)
  }),
  answer(projectCalls.trialTemplate, async ({ params, user }) =>
    download({ ...(await projects.trials.template(params.id, user.id)), name: '试次导入模板' }),
  ),
  answer(projectCalls.removeTrial, ({ params, user }) => projects.trials.remove(params.id, params.trial, user.id)),
  answer(projectCalls.analyze, ({ params, user }) => projects.analyze(params.id, user.id)),
  answer(projectCalls.downloadEvidence, async ({ params, user }) =>
    sendPrivate(await projects.findEvidence(params.id, params.file, user.id)),
  ),
  answer(projectCalls.export, async ({ params, query, user }) =>
    download(await projects.export(params.id, user.id, query.format)),
  ),
]

/** The calls of a judge, by link or by account. */
export const judgingRoutes = ({ judging }: EvaluationProjectService) => [
  answer(judgingCalls.open, ({ body, user }) => judging.open(body.access, user)),
  answer(judgingCalls.saveScore, ({ body, user }) => judging.save(body.access, user, body.score)),
  answer(judgingCalls.addTrials, ({ body, user }) => judging.addTrials(body.access, user, body.trials)),
  answer(judgingCalls.uploadEvidence, async ({ readFile, user }) => {
    const { fields, bytes, name } = await readFile(await judging.evidenceLimit())
    return judging.saveEvidence(toAccess(fields), user, fields, { bytes, name })
  }),
  answer(judgingCalls.removeEvidence, ({ body, user }) => judging.removeEvidence(body.access, user, body.file)),
  answer(judgingCalls.downloadEvidence, async ({ body, user }) =>
    sendPrivate(await judging.findEvidence(body.access, user, body.file)),
  ),
  answer(judgingCalls.submit, ({ body, user }) => judging.submit(body.access, user)),
]

/** The calls of those who only read: by a reader's link, the example, and finished reports. */
export const projectReadingRoutes = (projects: EvaluationProjectService) => [
  answer(projectReadingCalls.open, ({ body }) => projects.readByToken(body.token)),
  answer(projectReadingCalls.example, () => projects.readExample()),
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

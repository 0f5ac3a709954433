import { agentHostCalls, connectionCalls } from '#contracts/agents/calls.ts'
import { judgingCalls, projectCalls, readOnlyProjectCalls } from '#contracts/evaluation-projects/calls.ts'
import type { JudgeCredentials } from '#contracts/evaluation-projects/score.ts'
import { MB, TABLE } from '#contracts/limits.ts'
import { TABLE_MESSAGES } from '#contracts/messages/table.ts'
import type { EvaluationService } from '#server/modules/evaluation/service.ts'
import { sendPrivate } from '#server/modules/files/service.ts'
import { findOrUndefined } from '#server/platform/app-error.ts'
import { defineRoute } from '#server/platform/http/calls/define-route.ts'
import { download } from '#server/platform/http/replies/download.ts'
import type { EvaluationProjectService } from './service.ts'

const TABLE_UPLOAD_LIMIT = { maxBytes: TABLE.bytes, tooLargeMessage: TABLE_MESSAGES.tableTooLarge(TABLE.bytes / MB) }

/** Routes for a project's owner. */
export const projectRoutes = (projects: EvaluationProjectService) => [
  defineRoute(projectCalls.list, ({ query, user }) => projects.owned.list({ isInRecycleBin: query.bin }, user.id)),
  defineRoute(projectCalls.create, ({ body, user }) => projects.owned.create(body, user)),
  defineRoute(projectCalls.get, ({ params, user }) => projects.get(params.id, user.id)),
  defineRoute(projectCalls.getAuthorship, ({ params, user }) => projects.getAuthorship(params.id, user.id)),
  defineRoute(projectCalls.update, ({ params, body, ifMatch, user }) =>
    projects.owned.update(params.id, body, { owner: user, ifMatch }),
  ),
  defineRoute(projectCalls.changeStatus, ({ params, body, ifMatch, user }) =>
    projects.changeStatus(params.id, body, { owner: user, ifMatch }),
  ),
  defineRoute(projectCalls.listRecord, ({ params, query, user }) => projects.listRecord(params.id, query, user.id)),
  defineRoute(projectCalls.exportRecord, async ({ params, query, user }) =>
    download(await projects.exportRecord(params.id, query.format, user.id)),
  ),
  defineRoute(projectCalls.remove, ({ params, user }) => projects.owned.remove(params.id, user)),
  defineRoute(projectCalls.restore, ({ params, user }) => projects.owned.restore(params.id, user)),
  defineRoute(projectCalls.adoptMethod, ({ params, ifMatch, user }) =>
    projects.owned.adoptMethod(params.id, { owner: user, ifMatch }),
  ),
  defineRoute(projectCalls.inviteJudge, ({ params, body, user }) => projects.judges.invite(params.id, body, user)),
  defineRoute(projectCalls.renewJudgeLink, ({ params, user }) =>
    projects.judges.renewLink(params.id, params.judge, user),
  ),
  defineRoute(projectCalls.remindJudge, ({ params, user }) => projects.judges.remind(params.id, params.judge, user)),
  defineRoute(projectCalls.removeJudge, ({ params, user }) => projects.judges.remove(params.id, params.judge, user)),
  defineRoute(projectCalls.restoreJudge, ({ params, user }) => projects.judges.restore(params.id, params.judge, user)),
  defineRoute(projectCalls.declareInterest, ({ params, body, user }) =>
    projects.interest.declareAsOwner(params.id, body, user),
  ),
  defineRoute(projectCalls.decideWithdrawal, ({ params, body, user }) =>
    projects.interest.decideWithdrawal({ projectId: params.id, judgeId: params.judge }, body, user),
  ),
  defineRoute(projectCalls.createReaderLink, ({ params, body, user }) =>
    projects.readerAccess.replaceLink(params.id, body, user),
  ),
  defineRoute(projectCalls.removeReaderLink, ({ params, user }) => projects.readerAccess.removeLink(params.id, user)),
  defineRoute(projectCalls.saveOffers, ({ params, body, user, ifMatch }) =>
    projects.offers.save(params.id, body.offers, { owner: user, ifMatch }),
  ),
  defineRoute(projectCalls.saveMeasurements, ({ params, body, user, ifMatch }) =>
    projects.measurements.save(params.id, body.measurements, { owner: user, ifMatch }),
  ),
  defineRoute(projectCalls.saveTasks, ({ params, body, ifMatch, user }) =>
    projects.tasks.save(params.id, body.tasks, { owner: user, ifMatch }),
  ),
  defineRoute(projectCalls.importTasks, async ({ params, readFile, user }) => {
    const { bytes, name, fields } = await readFile(TABLE_UPLOAD_LIMIT)
    return projects.tasks.import(params.id, { ...fields, bytes, name }, user)
  }),
  defineRoute(projectCalls.exportTasks, async ({ params, query, user }) =>
    download(await projects.tasks.export(params.id, query.format, user.id)),
  ),
  defineRoute(projectCalls.downloadTaskTemplate, async ({ params, user }) =>
    download(await projects.tasks.writeTemplate(params.id, user.id)),
  ),
  defineRoute(projectCalls.seal, ({ params, user }) => projects.seals.seal(params.id, user)),
  defineRoute(projectCalls.addTrials, ({ params, body, user }) =>
    projects.trials.addOwned(params.id, body.trials, user),
  ),
  defineRoute(projectCalls.importTrials, async ({ params, readFile, user }) => {
    const { bytes, fields } = await readFile(TABLE_UPLOAD_LIMIT)
    return projects.trials.import(params.id, { bytes, mode: fields.mode }, user)
  }),
  defineRoute(projectCalls.downloadTrialTemplate, async ({ params, user }) =>
    download({ ...(await projects.trials.writeTemplate(params.id, user.id)), name: '试次导入模板' }),
  ),
  defineRoute(projectCalls.removeTrial, ({ params, user }) => projects.trials.remove(params.id, params.trial, user)),
  defineRoute(projectCalls.analyze, ({ params, user }) => projects.exports.analyze(params.id, user.id)),
  defineRoute(projectCalls.downloadEvidence, async ({ params, user }) =>
    sendPrivate(await projects.exports.getEvidence(params.id, params.file, user.id)),
  ),
  defineRoute(projectCalls.export, async ({ params, query, user }) =>
    download(await projects.exports.export(params.id, query.format, user.id)),
  ),
]

/** Routes for the connections of a project's candidates. */
export const connectionRoutes = ({ connections }: EvaluationProjectService) => [
  defineRoute(connectionCalls.list, ({ params, user }) => connections.list(params.id, user)),
  defineRoute(connectionCalls.save, ({ params, body, ifMatch, user }) =>
    connections.save(toConnectionId(params), body, { owner: user, ifMatch }),
  ),
  defineRoute(connectionCalls.remove, ({ params, user }) =>
    connections.remove(toConnectionId(params), { owner: user }),
  ),
  defineRoute(connectionCalls.probe, ({ params, body, user }) =>
    connections.probe(toConnectionId(params), body.message, user),
  ),
  defineRoute(connectionCalls.parseReply, ({ body }) => connections.parseReply(body)),
  defineRoute(agentHostCalls.list, () => connections.listHosts()),
]

const toConnectionId = ({ id, candidate }: { id: string; candidate: string }) => ({ projectId: id, candidate })

/** Routes for a judge, by link or by account. */
export const judgingRoutes = ({ judging, evidence, interest, signing }: EvaluationProjectService) => [
  defineRoute(judgingCalls.open, ({ body, user }) => judging.open(body.access, user)),
  defineRoute(judgingCalls.saveScore, ({ body, user }) => judging.save(body.access, body.score, user)),
  defineRoute(judgingCalls.addTrials, ({ body, user }) => judging.addTrials(body.access, body.trials, user)),
  defineRoute(judgingCalls.uploadEvidence, async ({ readFile, user }) => {
    const { fields, bytes, name } = await readFile(await evidence.getUploadLimit())
    const { candidate, criterion, ...access } = fields
    return evidence.save(toCredentials(access), { candidate, criterion, bytes, name }, user)
  }),
  defineRoute(judgingCalls.removeEvidence, ({ body, user }) => evidence.remove(body.access, body.file, user)),
  defineRoute(judgingCalls.downloadEvidence, async ({ body, user }) =>
    sendPrivate(await evidence.get(body.access, body.file, user)),
  ),
  defineRoute(judgingCalls.declare, ({ body, user }) => interest.declare(body.access, body.declaration, user)),
  defineRoute(judgingCalls.requestWithdrawal, ({ body, user }) =>
    interest.requestWithdrawal(body.access, body.withdrawal, user),
  ),
  defineRoute(judgingCalls.sign, ({ body, user }) => signing.sign(body.access, body.signature, user)),
  defineRoute(judgingCalls.submit, ({ body, user }) => judging.submit(body.access, user)),
]

/** Routes with read access: by a reader's link, the example, and reports, also those of the scoring tool. */
export const readOnlyProjectRoutes = (projects: EvaluationProjectService, evaluation: EvaluationService) => [
  defineRoute(readOnlyProjectCalls.open, ({ body }) => projects.readerAccess.getByToken(body.token)),
  defineRoute(readOnlyProjectCalls.getExample, () => projects.readerAccess.getExample()),
  defineRoute(readOnlyProjectCalls.getReport, ({ params }) => projects.reports.get(params.reportId)),
  defineRoute(
    readOnlyProjectCalls.findReport,
    async ({ params: { reportId } }) =>
      (await findOrUndefined(evaluation.getReport(reportId))) ?? projects.reports.get(reportId),
  ),
  defineRoute(readOnlyProjectCalls.exportReport, async ({ params, query }) =>
    download(await projects.reports.export(params.reportId, query.format)),
  ),
  defineRoute(readOnlyProjectCalls.downloadAppendix, async ({ params }) =>
    download(await projects.reports.exportAppendix(params.reportId)),
  ),
  defineRoute(readOnlyProjectCalls.listKeys, () => projects.reports.listKeys()),
]

/**
 * Returns a judge's credentials from a form, whose fields can't contain an object. Without a token, the judge is the
 * signed-in member.
 */
const toCredentials = ({
  token,
  project = '',
}: {
  token?: string | undefined
  project?: string | undefined
}): JudgeCredentials => (token === undefined ? { project } : { token })

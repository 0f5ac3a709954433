import { TRIAL_OUTCOME_LABELS, TRIAL_OUTCOMES } from '#contracts/evaluation-runs/statuses.ts'
import { buildPageUrl } from '#contracts/page-url.ts'
import { PAGES, SITE_PAGES } from '#contracts/paths.ts'
import { escapeHtml } from '#contracts/rules/escape-html.ts'
import type { EvaluationProjectService } from '#server/modules/evaluation-projects/service.ts'
import type { IdentityService } from '#server/modules/identity/service.ts'
import type { MailService } from '#server/modules/mail/service.ts'
import type { OutboxService } from '#server/modules/outbox/service.ts'
import type { Transaction } from '#server/platform/database/database.ts'
import { greeting, mailLink, paragraphs } from '#server/platform/mail/mail-text.ts'
import { sumOutcomes } from './figures.ts'
import type { RunPlan } from './plan.ts'
import type { RunRow } from './store.ts'
import type { OutcomeTotal } from './trials/store.ts'

type Dependencies = {
  accounts: IdentityService['accounts']
  projects: Pick<EvaluationProjectService, 'findOwnerId'>
  mail: MailService
  outbox: Pick<OutboxService, 'record'>
  publicUrl: string
}
type Notice = { run: RunRow; plan: RunPlan; counts: readonly OutcomeTotal[] }

export type RunNotices = ReturnType<typeof createRunNotices>

/** Creates the functions that tell of a run's end, or that it was paused. */
export function createRunNotices({ accounts, projects, mail, outbox, publicUrl }: Dependencies) {
  const getUrl = ({ projectId, judgedRunId, id }: RunRow): string =>
    publicUrl +
    buildPageUrl(PAGES.evaluationProject(projectId), SITE_PAGES.evaluationProject.parameters, {
      tab: 'tests',
      run: judgedRunId ?? id,
    })

  /** Queues a mail to whoever began the run, otherwise the project's owner; nothing if the accounts no longer exist. */
  async function mailOwner(transaction: Transaction, { run, plan, counts }: Notice): Promise<void> {
    const ids = [plan.owner.id, await projects.findOwnerId(run.projectId, transaction.db)]
    const found = await Promise.all(ids.map((id) => (id ? accounts.find(transaction.db, id) : undefined)))
    const account = found.find((candidate) => candidate?.status === 'active')
    if (!account) return
    const totals = sumOutcomes(counts)
    const outcomes = TRIAL_OUTCOMES.filter((outcome) => totals[outcome] > 0).map(
      (outcome) => `${TRIAL_OUTCOME_LABELS[outcome]}${totals[outcome]}次`,
    )
    const kind = run.judgedRunId === null ? '实测运行' : '裁判模型的判定'
    const name = run.title === '' ? kind : `${kind}“${run.title}”`
    const state = run.status === 'paused' ? '已暂停' : run.statusReason === '' ? '已完成' : '已结束'
    const end = run.statusReason === '' ? state : `${state}：${run.statusReason}`
    await mail.queue(transaction, {
      kind: 'runFinished',
      subject: `${name}${state}`,
      html: paragraphs(
        greeting(account.name),
        escapeHtml(`${name}${end}。计划${run.planned}次：${outcomes.join('，')}。`),
        mailLink(getUrl(run), '查看结果'),
      ),
      to: { name: account.name, email: account.email },
    })
  }

  return {
    tellOfPause: mailOwner,

    /** Mails the owner, and records an event. */
    async tellOfEnd(transaction: Transaction, notice: Notice): Promise<void> {
      const { id, projectId, status, judgedRunId, planned } = notice.run
      await outbox.record(transaction, 'run.finished', {
        id,
        project: projectId,
        status,
        isJudging: judgedRunId !== null,
        planned,
        outcomes: sumOutcomes(notice.counts),
        url: getUrl(notice.run),
      })
      await mailOwner(transaction, notice)
    },
  }
}

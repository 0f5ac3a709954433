import { TRIAL_OUTCOME_LABELS, TRIAL_OUTCOMES } from '#contracts/evaluation-runs/statuses.ts'
import { buildPageUrl } from '#contracts/page-url.ts'
import { PAGES, SITE_PAGES } from '#contracts/paths.ts'
import { escapeHtml } from '#contracts/rules/escape-html.ts'
import type { EvaluationProjectService } from '#server/modules/evaluation-projects/service.ts'
import type { IdentityService } from '#server/modules/identity/service.ts'
import type { MailService } from '#server/modules/mail/service.ts'
import type { Transaction } from '#server/platform/database/database.ts'
import { greeting, mailLink, paragraphs } from '#server/platform/mail/mail-text.ts'
import type { RunPlan } from './plan.ts'
import type { RunRow } from './store.ts'
import type { OutcomeCount } from './trials/store.ts'

type Dependencies = {
  accounts: IdentityService['accounts']
  projects: Pick<EvaluationProjectService, 'findOwnerId'>
  mail: MailService
  publicUrl: string
}

export type RunMailer = ReturnType<typeof createRunMailer>

/** Creates the function that tells whoever began a run of its end, or that it was paused; otherwise the project's owner. */
export function createRunMailer({ accounts, projects, mail, publicUrl }: Dependencies) {
  return {
    /** Queues the mail; nothing if the account no longer exists. */
    async queue(
      transaction: Transaction,
      { run, plan, counts }: { run: RunRow; plan: RunPlan; counts: readonly OutcomeCount[] },
    ): Promise<void> {
      const ids = [plan.owner.id, await projects.findOwnerId(run.projectId, transaction.db)]
      const found = await Promise.all(ids.map((id) => (id ? accounts.find(transaction.db, id) : undefined)))
      const account = found.find((candidate) => candidate?.status === 'active')
      if (!account) return
      const outcomes = TRIAL_OUTCOMES.flatMap((outcome) => {
        const count = counts.filter((item) => item.outcome === outcome).reduce((sum, item) => sum + item.count, 0)
        return count === 0 ? [] : [`${TRIAL_OUTCOME_LABELS[outcome]}${count}次`]
      })
      const kind = run.judgedRunId === null ? '实测运行' : '裁判模型的判定'
      const name = run.title === '' ? kind : `${kind}“${run.title}”`
      const state = run.status === 'paused' ? '已暂停' : run.statusReason === '' ? '已完成' : '已结束'
      const end = run.statusReason === '' ? state : `${state}：${run.statusReason}`
      const page = PAGES.evaluationProject(run.projectId)
      const url =
        publicUrl +
        buildPageUrl(page, SITE_PAGES.evaluationProject.parameters, {
          tab: 'tests',
          run: run.judgedRunId ?? run.id,
        })
      await mail.queue(transaction, {
        kind: 'runFinished',
        subject: `${name}${state}`,
        html: paragraphs(
          greeting(account.name),
          escapeHtml(`${name}${end}。计划${run.planned}次：${outcomes.join('，')}。`),
          mailLink(url, '查看结果'),
        ),
        to: { name: account.name, email: account.email },
      })
    },
  }
}

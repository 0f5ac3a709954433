import { TRIAL_OUTCOME_LABELS, TRIAL_OUTCOMES } from '#contracts/evaluation-runs/statuses.ts'
import { buildPageUrl } from '#contracts/page-url.ts'
import { PAGES, SITE_PAGES } from '#contracts/paths.ts'
import { escapeHtml } from '#contracts/rules/escape-html.ts'
import type { IdentityService } from '#server/modules/identity/service.ts'
import type { MailService } from '#server/modules/mail/service.ts'
import type { Transaction } from '#server/platform/database/database.ts'
import { greeting, mailLink, paragraphs } from '#server/platform/mail/mail-text.ts'
import type { RunPlan } from './plan.ts'
import type { OutcomeCount, RunRow } from './store.ts'

type Dependencies = { accounts: IdentityService['accounts']; mail: MailService; publicUrl: string }

export type RunMailer = ReturnType<typeof createRunMailer>

/** Creates the function that tells the owner of the end of a run, or that it was paused. */
export function createRunMailer({ accounts, mail, publicUrl }: Dependencies) {
  return {
    /** Queues the mail; nothing if the account no longer exists. */
    async queue(
      transaction: Transaction,
      { run, plan, counts }: { run: RunRow; plan: RunPlan; counts: readonly OutcomeCount[] },
    ): Promise<void> {
      const account = await accounts.find(transaction.db, plan.owner.id)
      if (account?.status !== 'active') return
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

import type { CheckReply } from '#contracts/evaluation-checks/check.ts'
import type { Task } from '#contracts/evaluation-projects/task.ts'
import { RUN_MESSAGES as MESSAGES } from '#contracts/evaluation-runs/messages.ts'
import type { TrialOutcome } from '#contracts/evaluation-runs/statuses.ts'
import { tryParseJson } from '#contracts/rules/try-parse-json.ts'
import type { EvaluationCheckService } from '#server/modules/evaluation-checks/service.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Conversation } from '../conversation.ts'

export type Verdict = { outcome: TrialOutcome; reason: string; score: number | null; checks: CheckReply['checks'] }

/** Judges a conversation by the checks of its task; without checks, a person does. */
export async function checkConversation(
  service: Pick<EvaluationCheckService, 'checkInTurn'>,
  { checks, threshold }: Pick<Task, 'checks' | 'threshold'>,
  { reply, steps, firstTokenMs, totalMs, cost }: Conversation,
): Promise<Verdict> {
  if (checks.length === 0) return { outcome: 'unscored', reason: MESSAGES.needsPerson, score: null, checks: [] }
  const request = {
    reply,
    steps: steps.map(({ name, arguments: text }) => ({ name, arguments: tryParseJson(text) ?? text })),
    timing: { totalMs, ...(firstTokenMs !== null && { firstTokenMs }) },
    ...(cost !== null && { cost }),
    checks,
    threshold,
  }
  const verdict = await service.checkInTurn(request).catch((error: unknown) => {
    // The reply is there: a check that doesn't end must not have it asked again.
    if (error instanceof AppError) return undefined
    throw error
  })
  if (!verdict) return { outcome: 'unscored', reason: MESSAGES.checksFailed, score: null, checks: [] }
  const { score, isPassed, checks: verdicts } = verdict
  const undecided = verdicts.find((item) => item.isPassed === null)
  const outcome = isPassed === null ? 'unscored' : isPassed ? 'passed' : 'failed'
  return { outcome, reason: undecided?.reason ?? '', score, checks: verdicts }
}

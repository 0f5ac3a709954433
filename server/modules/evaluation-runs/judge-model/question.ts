import { RUN_MESSAGES as MESSAGES } from '#contracts/evaluation-runs/messages.ts'
import { JUDGE_MODEL } from '#contracts/limits.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import type { RunPlan } from '../plan.ts'
import { readResult } from '../result.ts'
import { findTrial, type TrialKey } from '../trials/store.ts'
import { createJudgePrompt } from './prompt.ts'

/** The run whose replies are judged, and the project's rubric. */
type Judged = { runId: string; rubric: string; plan: RunPlan }

/** Returns what a judge is asked about the reply at the position of its own trial, or why it isn't asked. */
export async function createQuestion(
  db: Queryable,
  { runId: judgingId, position }: TrialKey,
  { runId, rubric, plan }: Judged,
): Promise<{ turns: string[] } | { problem: string }> {
  const trial = await findTrial(db, { runId, position })
  const task = plan.tasks.find(({ key }) => key === trial?.task)
  if (!trial || !task || trial.outcome === null) return { problem: MESSAGES.judgedElsewhere }
  const { messages, earlierReplies, reply, checks } = readResult(trial.resultJson)
  const isOpen = task.checks.length === 0 || checks.some(({ kind, isPassed }) => kind === 'rubric' && isPassed === null)
  // Such as one whose conversation was broken off, or whose checks weren't completed.
  if (!isOpen && trial.decidedBy !== 'people') return { problem: MESSAGES.takesPerson }
  if (earlierReplies.join('').length + reply.length > JUDGE_MODEL.replyLength)
    return { problem: MESSAGES.replyTooLong(JUDGE_MODEL.replyLength) }
  const rubrics = task.checks.flatMap((check) =>
    check.kind !== 'rubric' ? [] : check.isNegated ? `不应如此：${check.text}` : check.text,
  )
  const { expected, acceptance } = task
  const turn = createJudgePrompt({
    messages,
    expected: expected === '' ? acceptance : expected,
    rubrics: [rubric, ...rubrics],
    earlierReplies,
    reply,
    seed: `${judgingId} ${position}`,
  })
  return { turns: [turn] }
}

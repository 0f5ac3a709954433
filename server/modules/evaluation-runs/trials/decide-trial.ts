/** Decides trials by their replies, wherever they were asked: by the checks of their tasks, or by what a judge answered. */
import { RUN_MESSAGES as MESSAGES } from '#contracts/evaluation-runs/messages.ts'
import type { RunAsker, TrialOutcome } from '#contracts/evaluation-runs/statuses.ts'
import type { EvaluationCheckService } from '#server/modules/evaluation-checks/service.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import type { Claims, DecidedTrial } from '../claims/claims.ts'
import type { Conversation } from '../conversation.ts'
import { readJudgement } from '../judge-model/judgement.ts'
import type { PlanReader, RunPlan } from '../plan.ts'
import { createBlankResult } from '../result.ts'
import { checkConversation, type Verdict } from './check-conversation.ts'
import type { ClaimedTrial } from './trial-source.ts'

type Dependencies = {
  clock: Clock
  claims: Pick<Claims, 'decide'>
  readPlan: PlanReader
  checks: Pick<EvaluationCheckService, 'checkInTurn'>
}

/** What was asked, of which host, and what came of it. */
type ConversationResult = {
  trial: ClaimedTrial
  host: string
  conversation: Conversation
  queueMs: number
  asker: RunAsker
}

export type TrialDecider = ReturnType<typeof createTrialDecider>

/** Creates the functions that decide trials and store them. */
export function createTrialDecider({ clock, claims, readPlan, checks }: Dependencies) {
  /** Judges a trial by its reply. */
  async function judge(
    { task: key }: ClaimedTrial,
    { tasks, judging }: RunPlan,
    conversation: Conversation,
  ): Promise<Verdict | undefined> {
    if (judging) return readJudgement(conversation.reply)
    const task = tasks.find((item) => item.key === key)
    return task && checkConversation(checks, task, conversation)
  }

  return {
    /** Decides a trial. Returns a function that stores it, and returns `false` if its claim was lost. */
    async decide({ trial, host, conversation, queueMs, asker }: ConversationResult): Promise<() => Promise<boolean>> {
      const plan = await readPlan(trial.runId)
      const { problem, steps } = conversation
      const verdict = problem ? undefined : await judge(trial, plan, conversation)
      const outcome: TrialOutcome = problem?.outcome ?? verdict?.outcome ?? 'unscored'
      const result = createBlankResult({
        reason: problem?.reason ?? verdict?.reason ?? '',
        // What a judge was asked follows from the trial that it judged.
        messages: plan.judging ? [] : trial.turns,
        earlierReplies: conversation.earlierReplies,
        reply: conversation.reply,
        isReplyCut: conversation.isReplyCut,
        reasoning: conversation.reasoning,
        steps,
        checks: verdict?.checks ?? [],
        queueMs,
        usage: conversation.usage,
        host,
        model: conversation.model,
      })
      const decided: DecidedTrial = {
        asker,
        outcome,
        decidedBy: outcome !== 'passed' && outcome !== 'failed' ? null : plan.judging ? 'judge' : 'checks',
        score: verdict?.score ?? null,
        firstTokenMs: conversation.firstTokenMs,
        totalMs: conversation.totalMs,
        cost: conversation.cost,
        attempts: conversation.attempts,
        finishedAt: timestamp(clock),
        stepNamesJson: JSON.stringify(steps.map(({ name }) => name)),
        resultJson: JSON.stringify(result),
      }
      return () => claims.decide(trial, decided)
    },

    /** Stores that a trial couldn't be asked because of a fault of ours, after some calls. */
    storeFailure: (trial: ClaimedTrial, calls: number, asker: RunAsker): Promise<boolean> =>
      claims.decide(trial, createFailure(calls, asker, timestamp(clock))),
  }
}

const createFailure = (calls: number, asker: RunAsker, finishedAt: string): DecidedTrial => ({
  asker,
  outcome: 'error',
  attempts: calls,
  finishedAt,
  resultJson: JSON.stringify(createBlankResult({ reason: MESSAGES.failed })),
})

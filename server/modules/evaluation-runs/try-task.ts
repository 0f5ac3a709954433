/** Asks a candidate one task while it is being written, as a trial of a run would. Nothing is stored. */
import { randomUUID } from 'node:crypto'
import { AGENT_MESSAGES } from '#contracts/agents/messages.ts'
import type { Task } from '#contracts/evaluation-projects/task.ts'
import type { TaskTry } from '#contracts/evaluation-runs/run.ts'
import { AGENTS } from '#contracts/limits.ts'
import { listConversations } from '#contracts/rules/evaluation/task-messages.ts'
import type { AgentService } from '#server/modules/agents/service.ts'
import type { EvaluationCheckService } from '#server/modules/evaluation-checks/service.ts'
import type { EvaluationProjectService } from '#server/modules/evaluation-projects/service.ts'
import type { Actor } from '#server/platform/actor.ts'
import { invalidFields, notFound } from '#server/platform/app-error.ts'
import { assertCanAsk } from './assert-can-ask.ts'
import { converse } from './conversation.ts'
import { checkConversation } from './trials/check-conversation.ts'

type Dependencies = {
  projects: Pick<EvaluationProjectService, 'get' | 'canRun' | 'connections'>
  agents: Pick<AgentService, 'ask'>
  checks: EvaluationCheckService
}

/** Creates the function that tries a task, which needn't be saved, on one candidate. */
export function createTaskTry({ projects, agents, checks }: Dependencies) {
  const { connections } = projects

  /** Throws `invalid` with the places of patterns and schemas that can't be compiled. */
  async function assertCompiles(task: Task): Promise<void> {
    const [errors = []] = task.checks.length === 0 ? [] : await checks.listErrors([task.checks])
    if (errors.length > 0) throw invalidFields(errors.map((error) => ({ ...error, path: `task.${error.path}` })))
  }

  /**
   * Asks all messages of a task in their own words, until the signal is aborted. Throws `notFound`, `forbidden` if members may not have agents asked,
   * `conflict` after 定稿, `tooManyRequests`, and `invalid` for checks that can't be compiled.
   */
  return async function tryTask(
    key: { projectId: string; candidate: string },
    task: Task,
    { owner, signal }: { owner: Actor; signal: AbortSignal },
  ): Promise<TaskTry> {
    const { setup } = (await projects.get(key.projectId, owner.id)).value
    await assertCanAsk(projects, key.projectId)
    await assertCompiles(task)
    const stored = setup.candidates.some((candidate) => candidate.key === key.candidate)
      ? await connections.findEndpoint(key)
      : undefined
    if (!stored) throw notFound(AGENT_MESSAGES.connectionNotFound)
    const [turns = []] = listConversations(task)
    // The whole conversation ends before proxies give up.
    const endpoint = { ...stored, timeoutMs: Math.min(stored.timeoutMs, Math.floor(AGENTS.probeMs / turns.length)) }
    const conversation = await converse({
      turns,
      retries: 0,
      random: () => 0,
      endpoint,
      user: `zhijian-${randomUUID()}`,
      ask: agents.ask,
      beforeCall: () => connections.countCall(key, { accountId: owner.id, endpoint }),
      onOverload: () => {},
      signal,
    })
    const { problem, attempts: _attempts, ...said } = conversation
    const verdict = problem
      ? { outcome: problem.outcome, reason: problem.reason, score: null, checks: [] }
      : await checkConversation(checks, task, conversation)
    return { ...said, ...verdict, messages: turns }
  }
}

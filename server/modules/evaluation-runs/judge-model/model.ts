/** The judge model of a project: a connection as those of its candidates, and a rubric. Only the project's owner sees it. */
import { createHash, randomUUID } from 'node:crypto'
import type { Connection, ConnectionSave, ConnectionSettings, Probe } from '#contracts/agents/connection.ts'
import { JUDGE_MODEL_KEY } from '#contracts/evaluation-projects/judge-key.ts'
import type { JudgeModel, PairJudging, PairVerdict } from '#contracts/evaluation-runs/judging.ts'
import { RUN_MESSAGES as MESSAGES } from '#contracts/evaluation-runs/messages.ts'
import { AGENTS } from '#contracts/limits.ts'
import { toCanonicalJson } from '#contracts/rules/evaluation/canonical-json.ts'
import type { AgentService } from '#server/modules/agents/service.ts'
import type { EvaluationProjectService } from '#server/modules/evaluation-projects/service.ts'
import type { Actor } from '#server/platform/actor.ts'
import { AppError, conflict, invalid } from '#server/platform/app-error.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import { matchesRevision } from '#server/platform/http/replies/if-match.ts'
import { assertCanAsk } from '../assert-can-ask.ts'
import type { RunEnds } from '../run-ends.ts'
import { judgePair } from './judge-pair.ts'
import type { JudgeSettlement } from './settle.ts'
import { findJudgeModel, type JudgeModelRow, listJudgings, saveJudgeModel } from './store.ts'

type Dependencies = {
  database: Database
  clock: Clock
  projects: Pick<EvaluationProjectService, 'get' | 'canRun' | 'connections' | 'lock' | 'record'>
  agents: Pick<AgentService, 'ask'>
  settlement: JudgeSettlement
  ends: Pick<RunEnds, 'cancelLocked'>
}

type ChangeContext = { owner: Actor; ifMatch?: string | undefined }

/** Returns what identifies a judge: how it is called and what it judges by, but neither its keys nor its limits. */
function createJudgeVersion(
  { kind, url, model, botId, template, paths }: Omit<ConnectionSettings, 'price'>,
  rubric: string,
): string {
  const identity = toCanonicalJson({ kind, url, model, botId, template, paths, rubric })
  return createHash('sha256').update(identity).digest('hex')
}

/** Creates the functions for judge models. Each checks that the caller owns the project. */
export function createJudgeModels(dependencies: Dependencies) {
  const { database, clock, projects, agents, settlement, ends } = dependencies
  const { connections } = projects
  const toKey = (projectId: string) => ({ projectId, candidate: JUDGE_MODEL_KEY })

  const toModel = (row: Pick<JudgeModelRow, 'rubric' | 'version'> | undefined, isConnected: boolean): JudgeModel => ({
    rubric: row?.rubric ?? '',
    version: row?.version ?? 0,
    isConnected,
  })

  /**
   * Returns what happens in the transaction that changes a judge: judgings by an earlier one end, and their verdicts no longer
   * count.
   */
  async function createReplacement(projectId: string) {
    const required = await settlement.getRequired()
    return async (transaction: Transaction): Promise<void> => {
      const { db } = transaction
      // What a report says stays as it is.
      if (!(await projects.canRun(projectId, db))) return
      const connection = await connections.findSettings(db, toKey(projectId))
      const { rubric = '', version = 0 } = (await findJudgeModel(db, projectId)) ?? {}
      const judgeVersion = connection ? createJudgeVersion(connection, rubric) : null
      await saveJudgeModel(db, { projectId, rubric, judgeVersion, version, updatedAt: timestamp(clock) })
      const outdated = (await listJudgings(db, projectId)).filter((run) => run.judgeVersion !== judgeVersion)
      for (const { id } of outdated) await ends.cancelLocked(transaction, id, MESSAGES.judgeChanged)
      await settlement.replaceJudge(transaction, projectId, required)
    }
  }

  return {
    /** Returns a project's judge with its connection, and whether it can be used. Throws `notFound`. */
    async get(projectId: string, owner: Actor) {
      await projects.get(projectId, owner.id)
      const connection = (await connections.find(toKey(projectId))) ?? null
      const row = await findJudgeModel(database.read, projectId)
      return { data: toModel(row, connection !== null), connection, isEnabled: connections.isEnabled }
    },

    /** Connects the judge, or changes its connection. Throws as the save of a candidate's connection does. */
    save: async (
      projectId: string,
      input: ConnectionSave,
      { owner, ifMatch }: ChangeContext,
    ): Promise<{ value: Connection; revision: number }> =>
      connections.save(toKey(projectId), input, { owner, ifMatch, onChange: await createReplacement(projectId) }),

    /** Deletes the connection with its keys. Throws `notFound`. */
    remove: async (projectId: string, owner: Actor): Promise<void> =>
      connections.remove(toKey(projectId), { owner, onChange: await createReplacement(projectId) }),

    /** Asks the judge one question. Throws as the probe of a candidate's connection does. */
    probe: (projectId: string, message: string, owner: Actor): Promise<Probe> =>
      connections.probe(toKey(projectId), message, owner),

    /**
     * Returns which of two replies the judge prefers, asked in both orders. Throws `notFound`, `forbidden` if members may not have
     * models asked, `conflict` after 定稿 or without a judge, `tooManyRequests`, and `invalid` with the reason if the judge gives no usable reply.
     */
    async judgePair(projectId: string, input: PairJudging, owner: Actor): Promise<PairVerdict> {
      await projects.get(projectId, owner.id)
      await assertCanAsk(projects, projectId)
      const stored = await connections.findEndpoint(toKey(projectId))
      if (!stored) throw conflict(MESSAGES.noJudge)
      // Both answers come before proxies give up.
      const endpoint = { ...stored, timeoutMs: Math.min(stored.timeoutMs, AGENTS.probeMs / 2) }
      const { rubric = '' } = (await findJudgeModel(database.read, projectId)) ?? {}
      return judgePair(input, rubric, async (message) => {
        await connections.countCall(toKey(projectId), { accountId: owner.id, endpoint })
        const question = { message, history: [], session: null, user: `zhijian-${randomUUID()}` }
        const outcome = await agents.ask(endpoint, question)
        if (!outcome.isAnswered) throw invalid(outcome.message)
        return outcome.answer.reply
      })
    },

    /** Saves the rubric. Throws `notFound`, `versionConflict`, and `conflict` after 定稿. */
    async saveRubric(
      projectId: string,
      rubric: string,
      { owner, ifMatch }: ChangeContext,
    ): Promise<{ value: JudgeModel; revision: number }> {
      await projects.get(projectId, owner.id)
      if (!(await projects.canRun(projectId))) throw conflict(MESSAGES.projectClosed)
      const replace = await createReplacement(projectId)
      const row = await database.write(async (transaction) => {
        await projects.lock(transaction, projectId)
        const stored = await findJudgeModel(transaction.db, projectId)
        if (!matchesRevision(ifMatch, stored?.version ?? 0)) throw new AppError('versionConflict', MESSAGES.judgeStale)
        const version = (stored?.version ?? 0) + 1
        const saved = { projectId, rubric, judgeVersion: null, version, updatedAt: timestamp(clock) }
        await saveJudgeModel(transaction.db, saved)
        await projects.record(transaction, projectId, { by: owner, act: 'rubricSaved' })
        await replace(transaction)
        return saved
      })
      const connection = await connections.find(toKey(projectId))
      return { value: toModel(row, connection !== undefined), revision: row.version }
    },

    /** Returns the rubric of a project, for the copy of its owner's data. */
    findRubric: async (projectId: string): Promise<string> =>
      (await findJudgeModel(database.read, projectId))?.rubric ?? '',
  }
}

import { connectionCalls } from '#contracts/agents/calls.ts'
import type { Connection, ConnectionSave } from '#contracts/agents/connection.ts'
import type { ProjectCandidate } from '#contracts/evaluation-projects/project.ts'
import { judgeModelCalls } from '#contracts/evaluation-runs/judging-calls.ts'
import { RUN_MESSAGES } from '#contracts/evaluation-runs/messages.ts'
import { call } from '../../../../shared/call.ts'

/** What is connected: a candidate of a project, or its judge model. */
export type ConnectionTarget = {
  key: string
  name: string
  save: (connection: ConnectionSave, version: number | undefined) => Promise<Connection>
  /** Loads the connection as it is now. */
  load: () => Promise<Connection | undefined>
  probe: (message: string) => Promise<unknown>
  /** Returns what the server says of the removal. */
  remove: () => Promise<string | undefined>
}

export function createCandidateTarget(projectId: string, { key, name }: ProjectCandidate): ConnectionTarget {
  const params = { id: projectId, candidate: key }
  return {
    key,
    name,
    save: async (body, version) => (await call(connectionCalls.save, { params, body, version })).data,
    async load() {
      const { data } = await call(connectionCalls.list, { params: { id: projectId } })
      return data.find(({ candidate }) => candidate === key)
    },
    probe: (message) => call(connectionCalls.probe, { params, body: { message } }),
    remove: async () => (await call(connectionCalls.remove, { params })).message,
  }
}

export function createJudgeTarget(projectId: string): ConnectionTarget {
  const params = { id: projectId }
  return {
    key: 'judge-model',
    name: RUN_MESSAGES.judgeName,
    save: async (body, version) => (await call(judgeModelCalls.save, { params, body, version })).data,
    load: async () => (await call(judgeModelCalls.get, { params })).connection ?? undefined,
    probe: (message) => call(judgeModelCalls.probe, { params, body: { message } }),
    remove: async () => (await call(judgeModelCalls.remove, { params })).message,
  }
}

/** How a runner calls the candidates of its run: by its own connections, or else by those of the platform. */

import { RunnerConnectionSchema, type RunnerJob } from '#contracts/evaluation-runs/runner.ts'
import { runnerCalls } from '#contracts/evaluation-runs/runner-calls.ts'
import type { AgentService, Endpoint } from '#server/modules/agents/service.ts'
import { VERSION } from '#server/platform/release.ts'
import type { OwnConnection } from './connections-file.ts'
import { UsageError } from './options.ts'
import type { PlatformClient } from './platform-client.ts'

/** How soon a change of the platform's connection is noticed. */
const KEPT_MS = 10_000

type Candidate = RunnerJob['candidates'][number]

type Options = {
  client: PlatformClient
  server: URL
  job: RunnerJob
  own: ReadonlyMap<string, OwnConnection>
  agents: Pick<AgentService, 'isAllowed'>
}

export type CandidateEndpoints = ReturnType<typeof createCandidateEndpoints>

/** Creates the function that returns how a candidate is called. */
export function createCandidateEndpoints({ client, server, job, own, agents }: Options) {
  const userAgent = `zhijian-runner/${VERSION} (+${server.origin}; project ${job.projectId})`
  const fetched = new Map<string, { endpoint: Endpoint; hasAllKeys: boolean; at: number }>()
  const findOwn = ({ key, name }: Candidate) => own.get(key) ?? own.get(name)

  async function fetchEndpoint(candidate: string) {
    const known = fetched.get(candidate)
    if (known && performance.now() - known.at < KEPT_MS) return known
    const { hasKeys, ...connection } = await client.request(
      runnerCalls.getConnection,
      { params: { candidate } },
      RunnerConnectionSchema,
    )
    const hasAllKeys =
      !hasKeys || connection.secret !== null || Object.values(connection.headers).some((value) => value !== '')
    const found = { endpoint: { ...connection, userAgent }, hasAllKeys, at: performance.now() }
    fetched.set(candidate, found)
    return found
  }

  async function find(candidate: Candidate): Promise<Endpoint> {
    const connection = findOwn(candidate)
    return connection ? { ...connection, userAgent } : (await fetchEndpoint(candidate.key)).endpoint
  }

  /** Returns why a candidate can't be called, as far as it can be told before. */
  async function findProblem(candidate: Candidate): Promise<string | undefined> {
    const title = `“${candidate.name}”（${candidate.key}）`
    if (!findOwn(candidate)) {
      if (!candidate.isConnected) return `${title}没有连接：请写在 --connections 的文件中`
      if (!(await fetchEndpoint(candidate.key)).hasAllKeys)
        return `${title}的密钥没有给执行器：请写在 --connections 的文件中，或另建可取用密钥的令牌`
    }
    const { url } = await find(candidate)
    if (await agents.isAllowed(url)) return undefined
    return `${title}的地址${new URL(url).host}在内网、没有加密或不是常用端口：请以 --allow-hosts 允许`
  }

  return {
    /** Returns how a candidate is called; `undefined` for one that the run doesn't have. */
    async find(key: string): Promise<Endpoint | undefined> {
      const candidate = job.candidates.find((item) => item.key === key)
      return candidate && find(candidate)
    },

    /** Throws `UsageError` with all candidates that can't be called, and all connections of unknown candidates. */
    async check(): Promise<void> {
      const problems: string[] = []
      for (const candidate of job.candidates) {
        const problem = await findProblem(candidate)
        if (problem !== undefined) problems.push(problem)
      }
      const known = new Set(job.candidates.flatMap(({ key, name }) => [key, name]))
      for (const key of own.keys()) if (!known.has(key)) problems.push(`这次运行没有候选“${key}”`)
      if (problems.length > 0) throw new UsageError(problems.join('\n'))
    },
  }
}

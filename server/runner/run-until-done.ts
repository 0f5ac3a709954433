/** Asks until the run of a token has ended, or a signal stops it. */
import { setTimeout } from 'node:timers/promises'
import { RunnerJobSchema } from '#contracts/evaluation-runs/runner.ts'
import { runnerCalls } from '#contracts/evaluation-runs/runner-calls.ts'
import { RUNS } from '#contracts/limits.ts'
import { createAgentService } from '#server/modules/agents/service.ts'
import { createRunEngine } from '#server/modules/evaluation-runs/engine.ts'
import { systemClock } from '#server/platform/clock.ts'
import { repeat } from '#server/platform/repeat.ts'
import { createCandidateEndpoints } from './candidate-endpoints.ts'
import { type OwnConnection, readConnectionsFile } from './connections-file.ts'
import { openJournal } from './journal.ts'
import type { RunnerOptions } from './options.ts'
import { createPlatformClient, PlatformUnavailable, TokenRefused } from './platform-client.ts'
import { createPlatformSource } from './platform-source.ts'
import { createResultQueue } from './result-queue.ts'
import type { Terminal } from './terminal.ts'

/** How often results are sent, and how often the platform is asked whether the run goes on. */
const FLUSH_MS = 500
const TICK_MS = 500

type Ending = 'finished' | 'ended' | 'stopped'

/**
 * Asks until the run has ended. Returns how it did. Throws `UsageError` before anything is asked, and `TokenRefused`; what
 * was heard until then stays in the journal.
 */
export async function runUntilDone(options: RunnerOptions, terminal: Terminal, signal: AbortSignal): Promise<Ending> {
  const own: ReadonlyMap<string, OwnConnection> =
    options.connectionsFile === undefined ? new Map() : await readConnectionsFile(options.connectionsFile, process.env)
  const client = createPlatformClient(options)
  const job = await client.request(runnerCalls.getJob, {}, RunnerJobSchema)
  const agents = createAgentService({ hosts: options.hosts })
  const endpoints = createCandidateEndpoints({ client, server: options.server, job, own, agents })
  const journal = await openJournal(options.journalFolder, options.token)
  try {
    const queue = createResultQueue({ client, journal })
    if (job.finishedAt === null) await endpoints.check()
    const source = createPlatformSource({ client, endpoints, journal, queue, job })
    terminal.print(
      `项目“${job.projectName}”${job.title === '' ? '' : `，运行“${job.title}”`}，计划${job.planned}次试次`,
    )
    if (journal.found.results.length > 0)
      terminal.print(`上次还有${journal.found.results.length}个回答没有交回，现在交回`)
    await queue.flush()
    // Their questions may have been asked, so they are marked if they are asked again.
    for (const claim of journal.found.claims)
      await source.release({ runId: job.id, position: 0, claim, task: '', candidate: '', turns: [] }, UNKNOWN_RELEASE)
    return await ask({ options, terminal, signal, agents, source, queue })
  } finally {
    await journal.close()
  }
}

/** What is known of a claim whose process was killed: nothing, so that all of its calls count. */
const UNKNOWN_RELEASE = { begun: 1, unmade: 0, isRefused: false }

type Asking = {
  options: RunnerOptions
  terminal: Terminal
  signal: AbortSignal
  agents: ReturnType<typeof createAgentService>
  source: ReturnType<typeof createPlatformSource>
  queue: ReturnType<typeof createResultQueue>
}

async function ask({ options, terminal, signal, agents, source, queue }: Asking): Promise<Ending> {
  let refusal: TokenRefused | undefined
  const onFailure = (error: unknown): void => {
    if (error instanceof TokenRefused) refusal ??= error
    else if (error instanceof PlatformUnavailable) terminal.warn(`平台暂时连不上（${error.message}），稍后再试`)
    else terminal.warn(`出错：${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
  }
  agents.onFault(onFailure)
  const engine = createRunEngine(
    { source, clock: systemClock, agents, onFailure },
    { conversations: options.conversations, perRun: options.conversations },
  )
  const tasks = [
    repeat(RUNS.leaseMs / 3, engine.renew, onFailure),
    repeat(FLUSH_MS, async () => void (await queue.flush()), onFailure),
  ]
  const isOver = () => source.getJob().finishedAt !== null && engine.countActive() === 0 && queue.count().waiting === 0
  try {
    while (!signal.aborted && refusal === undefined && !isOver()) {
      await engine.work().then(terminal.resolve, onFailure)
      terminal.showProgress({ job: source.getJob(), active: engine.countActive(), waiting: queue.count().waiting })
      await setTimeout(TICK_MS, undefined, { signal }).catch(() => {})
    }
  } finally {
    for (const { stop } of tasks) stop()
    await engine.stop()
  }
  if (refusal) throw refusal
  await queue.flush()
  const { stored, lost } = queue.count()
  terminal.showProgress({ job: source.getJob(), active: 0, waiting: queue.count().waiting })
  terminal.print(`\n交回${stored}个结果${lost === 0 ? '' : `；${lost}个认领已失效，由别的执行器重问，没有计入`}`)
  if (signal.aborted) return 'stopped'
  return source.getJob().status === 'finished' ? 'finished' : 'ended'
}

/** Rows about the running server: starts, memory, pages, cached and uncached replies. */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { documentCalls } from '#contracts/content/calls.ts'
import { PAGES } from '#contracts/paths.ts'
import { AGENT_SETTINGS } from '#testing/begin-agent-run.ts'
import { ADMIN, signInToStore } from '#testing/faults/admin-calls.ts'
import { ADVERSARIAL_BODIES_SETTINGS, measureAdversarialBodies } from './adversarial-bodies.ts'
import { measureAgentRun, measurePromptfoo, TRIALS } from './agent-runs.ts'
import { measureAdminPaint, measureFirstPaint } from './first-paint.ts'
import { measurePageWeights } from './page-weights.ts'
import { type ServerProcess, startServer } from './production-server.ts'
import { isPromptfooWanted } from './promptfoo.ts'
import {
  atLeast,
  atMost,
  formatInteger,
  formatKilobytes,
  formatMilliseconds,
  getWorstVerdict,
  print,
  type Row,
} from './report.ts'
import { TARGETS } from './targets.ts'
import { measureThroughput } from './throughput.ts'
import {
  fillCatalogue,
  measureManyPages,
  measurePages,
  measureUncachedReplies,
  PAGE_COUNTS,
  type PageCost,
  UNCACHED_SETTINGS,
  UNCACHED_URLS,
} from './uncached-replies.ts'
import { DELIVERIES, measureWebhooks } from './webhooks.ts'

const DISTINCT_PAGES = 10_000
const CATALOGUE_SIZES = { few: 100, many: 10_000 } as const

export async function benchPages(folder: string): Promise<Row[]> {
  const { rows, server } = await measureStarts(join(folder, 'sample'))
  try {
    return [...rows, ...(await benchPageWeights(server)), ...(await measureCachedReplies(server, folder))]
  } finally {
    await server.stop()
  }
}

async function measureStarts(dataDir: string): Promise<{ rows: Row[]; server: ServerProcess }> {
  const cold = await startServer(dataDir)
  await cold.stop()
  const server = await startServer(dataDir)
  return {
    server,
    rows: [
      {
        label: 'start with an empty data folder until ready',
        figure: `${formatInteger(cold.readyMs)} ms`,
        target: '',
        verdict: '',
      },
      {
        label: 'restart until ready',
        figure: `${formatInteger(server.readyMs)} ms`,
        target: `≤ ${formatInteger(TARGETS.readyMs)} ms`,
        verdict: atMost(server.readyMs, TARGETS.readyMs),
      },
      await createMemoryRow('memory after start', server, TARGETS.startedMb),
    ],
  }
}

async function createMemoryRow(label: string, server: ServerProcess, target: number): Promise<Row> {
  const memory = await server.memory()
  return { label, figure: `${formatInteger(memory)} MB`, target: `≤ ${target} MB`, verdict: atMost(memory, target, 0) }
}

async function benchPageWeights(server: ServerProcess): Promise<Row[]> {
  return (await measurePageWeights(server.origin)).map(({ page, html, css, files, js, afterInteraction }) => ({
    label: `weight of ${decodeURIComponent(page)}`,
    figure: `HTML ${formatKilobytes(html)}; style sheet ${formatKilobytes(css)}; JS ${formatKilobytes(js)} in ${files} files, ${formatKilobytes(afterInteraction)} after interaction`,
    target: `JS ≤ ${formatKilobytes(TARGETS.scriptBytes)} in ${TARGETS.scriptFiles} files`,
    verdict: files > TARGETS.scriptFiles ? 'missed' : atMost(js, TARGETS.scriptBytes, 0),
  }))
}

async function measureCachedReplies(server: ServerProcess, folder: string): Promise<Row[]> {
  const rows: Row[] = []
  for (const [name, path] of [
    ['home page', PAGES.home],
    ['content call', documentCalls.home.path],
  ] as const) {
    const { ours, bare, ratio, cost, bytes } = await measureThroughput(server, path, folder)
    rows.push({
      label: `cached ${name} (${formatKilobytes(bytes)}) against bare node:http`,
      figure: `${ratio.toFixed(2)}; ${formatInteger(ours)} against ${formatInteger(bare)} requests/s; ${formatInteger(cost.ours)} against ${formatInteger(cost.bare)} µs of processor time`,
      target: `≥ ${TARGETS.ratio}`,
      verdict: atLeast(ratio, TARGETS.ratio),
    })
  }
  rows.push(await createMemoryRow('memory after load', server, TARGETS.loadedMb))
  return rows
}

export async function benchFirstPaint(folder: string): Promise<Row[]> {
  const server = await startServer(join(folder, 'first-paint'), ADMIN)
  try {
    const admin = await signInToStore(server)
    return [...(await measureFirstPaint(server.origin)), ...(await measureAdminPaint(server.origin, admin))]
  } finally {
    await server.stop()
  }
}

export async function benchUncachedReplies(folder: string): Promise<Row[]> {
  const servers: ServerProcess[] = []
  try {
    for (const [name, count] of Object.entries(CATALOGUE_SIZES)) {
      const dataDir = join(folder, name)
      await mkdir(dataDir)
      await fillCatalogue(dataDir, count)
      servers.push(await startServer(dataDir, UNCACHED_SETTINGS))
    }
    const [few, many] = servers
    if (!few || !many) throw new Error('Two servers must be running.')
    const rows = describePages(await measurePages(few))
    for (const [name, paths] of Object.entries(UNCACHED_URLS)) {
      const times = await measureUncachedReplies(few, many, paths)
      rows.push({
        label: `uncached ${name}, ${formatInteger(CATALOGUE_SIZES.many)} products against ${CATALOGUE_SIZES.few}`,
        figure: `${times.ratio.toFixed(2)}; ${formatMilliseconds(times.many)} against ${formatMilliseconds(times.few)} (${times.requests} each)`,
        target: `≤ ${TARGETS.growth}`,
        verdict: atMost(times.ratio, TARGETS.growth),
      })
    }
    const { memory, cost } = await measureManyPages(few, DISTINCT_PAGES)
    rows.push({
      label: `memory after ${formatInteger(DISTINCT_PAGES)} different uncached pages, eight at once`,
      figure: `${formatInteger(memory)} MB; ${formatMilliseconds(cost)} of processor time per page`,
      target: `≤ ${TARGETS.pagesMb} MB`,
      verdict: atMost(memory, TARGETS.pagesMb, 0),
    })
    return rows
  } finally {
    for (const server of servers) await server.stop()
  }
}

function describePages({ cold, warm }: Awaited<ReturnType<typeof measurePages>>): Row[] {
  const formatCost = ({ total, mainThread, v8Threads }: PageCost) =>
    `${formatMilliseconds(total)} of processor time: main thread ${mainThread.toFixed(1)}, V8 threads ${v8Threads.toFixed(1)}`
  return [
    {
      label: `uncached catalogue page, first ${PAGE_COUNTS.cold} after a start`,
      figure: formatCost(cold),
      target: '',
      verdict: '',
    },
    {
      label: `uncached catalogue page, after ${PAGE_COUNTS.cold + PAGE_COUNTS.warming}`,
      figure: formatCost(warm),
      target: `≤ ${formatMilliseconds(TARGETS.pageMs)}`,
      verdict: atMost(warm.total, TARGETS.pageMs),
    },
  ]
}

export async function benchAdversarialBodies(folder: string): Promise<Row[]> {
  const dataDir = join(folder, 'adversarial-bodies')
  await mkdir(dataDir)
  const server = await startServer(dataDir, ADVERSARIAL_BODIES_SETTINGS)
  try {
    return (await measureAdversarialBodies(server)).map(({ kind, body, healthMs, saveMs }) => ({
      label: `/healthz while adversarial bodies are saved as ${kind}`,
      figure: `${formatInteger(healthMs)} ms at most (${body}); slowest save ${formatInteger(saveMs)} ms`,
      target: `≤ ${TARGETS.healthMs} ms`,
      verdict: atMost(healthMs, TARGETS.healthMs, 0),
    }))
  } finally {
    await server.stop()
  }
}

export async function benchWebhooks(folder: string): Promise<Row[]> {
  const dataDir = join(folder, 'webhooks')
  await mkdir(dataDir)
  const server = await startServer(dataDir, { ...ADMIN, DEMO: 'on', WEBHOOK_HOSTS: '127.0.0.1:*' })
  try {
    const { seconds, pageSlowdown } = await measureWebhooks(server)
    return [
      {
        label: `${formatInteger(DELIVERIES)} deliveries of events to 20 webhooks`,
        figure: `${seconds.toFixed(1)} s, with the events themselves`,
        target: `≤ ${TARGETS.deliveriesSeconds} s`,
        verdict: atMost(seconds, TARGETS.deliveriesSeconds),
      },
      {
        label: 'cached page during these deliveries, 95th percentile against before',
        figure: `${pageSlowdown.toFixed(2)} ×`,
        target: `≤ ${TARGETS.deliveryPageSlowdown} ×`,
        verdict: atMost(pageSlowdown, TARGETS.deliveryPageSlowdown),
      },
    ]
  } finally {
    await server.stop()
  }
}

export async function benchAgentRuns(folder: string): Promise<Row[]> {
  const dataDir = join(folder, 'agent-runs')
  await mkdir(dataDir)
  const server = await startServer(dataDir, { ...ADMIN, ...AGENT_SETTINGS })
  try {
    const { overhead, cost, pageSlowdown } = await measureAgentRun(server)
    const rows: Row[] = [
      {
        label: `run of ${formatInteger(TRIALS)} trials, 20 at once, of agents that answer in 100 ms`,
        figure: `${overhead.toFixed(2)} × the time of the agents alone; ${formatMilliseconds(cost)} of processor time a trial`,
        target: `≤ ${TARGETS.runOverhead} ×, ≤ ${TARGETS.trialMs} ms`,
        verdict: getWorstVerdict([atMost(overhead, TARGETS.runOverhead), atMost(cost, TARGETS.trialMs)]),
      },
      {
        label: 'cached page during that run, 95th percentile against before',
        figure: `${pageSlowdown.toFixed(2)} ×`,
        target: `≤ ${TARGETS.runPageSlowdown} ×`,
        verdict: atMost(pageSlowdown, TARGETS.runPageSlowdown),
      },
    ]
    if (!isPromptfooWanted) print('Skipping promptfoo: BENCH_PROMPTFOO=on installs it into a temporary folder.')
    else rows.push(await benchPromptfoo(join(folder, 'promptfoo'), overhead))
    return rows
  } finally {
    await server.stop()
  }
}

async function benchPromptfoo(folder: string, overhead: number): Promise<Row> {
  const promptfoo = await measurePromptfoo(folder)
  return {
    label: `the same ${formatInteger(TRIALS)} questions asked by promptfoo`,
    figure: `${promptfoo.toFixed(2)} × the time of the agents alone`,
    target: `≥ ${overhead.toFixed(2)} ×`,
    verdict: atMost(overhead, promptfoo),
  }
}

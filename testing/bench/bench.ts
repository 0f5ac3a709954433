/**
 * `npm run bench`: measures all figures and writes docs/performance.md; `npm run bench -- search` measures one part and
 * doesn't write. Exits with 1 if a target is missed.
 */

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openPostgresDatabase } from '#server/platform/database/database.ts'
import { createServerDatabase } from '#testing/faults/fault.ts'
import { benchAnalytics, benchLists, benchReviewLists } from './bench-lists.ts'
import { benchPostgresSearches, benchProductSearches } from './bench-searches.ts'
import {
  benchAdversarialBodies,
  benchAgentRuns,
  benchFirstPaint,
  benchPages,
  benchUncachedReplies,
  benchWebhooks,
} from './bench-server.ts'
import { measureAnalysis } from './evaluation-analysis.ts'
import {
  atMost,
  describeMachine,
  formatConsoleTable,
  formatMarkdown,
  formatMilliseconds,
  print,
  type Row,
} from './report.ts'
import { measureImports, measureTables } from './tables.ts'
import { TARGETS } from './targets.ts'

function benchEvaluations(): Row[] {
  const time = measureAnalysis()
  return [
    {
      label: 'analysis of 10 candidates by 14 criteria and 8 judges, 10,000 draws',
      figure: `${formatMilliseconds(time)} of processor time`,
      target: `≤ ${TARGETS.analysisMs} ms`,
      verdict: atMost(time, TARGETS.analysisMs),
    },
  ]
}

/** Measures imports as on SQLite, and compares them with the exported data. */
async function benchPostgresTables(folder: string): Promise<Row[]> {
  const created: { drop(): Promise<void> }[] = []
  try {
    return await measureImports(join(folder, 'postgres-tables'), async () => {
      const database = await createServerDatabase()
      created.push(database)
      return openPostgresDatabase(database.url)
    })
  } finally {
    for (const { drop } of created) await drop()
  }
}

type Parts = Readonly<Record<string, (folder: string) => Promise<Row[]> | Row[]>>
const PARTS: Parts = {
  pages: benchPages,
  'first-paint': benchFirstPaint,
  uncached: benchUncachedReplies,
  search: benchProductSearches,
  'postgres-search': benchPostgresSearches,
  submissions: benchReviewLists,
  tables: (folder) => measureTables(join(folder, 'tables')),
  analytics: benchAnalytics,
  lists: benchLists,
  evaluations: benchEvaluations,
  'adversarial-bodies': benchAdversarialBodies,
  'agent-runs': benchAgentRuns,
  webhooks: benchWebhooks,
}
/** Parts that only run if named: they take minutes, and tests cover the same with fewer rows. */
const NAMED_PARTS: Parts = { 'postgres-tables': benchPostgresTables }

const startedAt = performance.now()
const folder = await mkdtemp(join(tmpdir(), 'zhijian-bench-'))
try {
  const named = process.argv.slice(2)
  const parts = { ...PARTS, ...NAMED_PARTS }
  const unknown = named.filter((name) => !Object.hasOwn(parts, name))
  if (unknown.length > 0) throw new Error(`unknown part: ${unknown.join()}; available: ${Object.keys(parts).join()}`)
  print(`Measuring on ${describeMachine()}; all parts take twenty minutes.`)
  const rows: Row[] = []
  for (const [name, measure] of Object.entries(named.length === 0 ? PARTS : parts))
    if (named.length === 0 || named.includes(name)) rows.push(...(await measure(folder)))
  print(`\n${formatConsoleTable(rows)}`)
  if (named.length === 0)
    await writeFile(
      join(import.meta.dirname, '../../docs/performance.md'),
      formatMarkdown(rows, (performance.now() - startedAt) / 1000),
    )
  process.exitCode = rows.some(({ verdict }) => verdict === 'missed') ? 1 : 0
} finally {
  await rm(folder, { recursive: true })
}

/** `npm run faults`: injects each fault into real servers, prints its figure, and writes docs/reliability.md. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describeMachine } from '#testing/bench/report.ts'
import { runBrokenConnections } from './broken-connections.ts'
import { runClockJumps } from './clock-jumps.ts'
import { runConcurrentCleanUp } from './concurrent-clean-up.ts'
import { runDamagedStorage } from './damaged-storage.ts'
import { runDisturbedRuns } from './disturbed-runs.ts'
import type { Fault, Outcome } from './fault.ts'
import { runFullDisk } from './full-disk.ts'
import { runGracefulShutdown } from './graceful-shutdown.ts'
import { runKilledJudgings, runKilledRuns } from './killed-runs.ts'
import { runKilledServer } from './killed-server.ts'
import { runMisbehavingClients } from './misbehaving-clients.ts'
import { runReadOnlyStorage } from './read-only-storage.ts'
import { runRemovedFiles } from './removed-files.ts'
import { runSlowDependencies } from './slow-dependencies.ts'

const FAULTS: Readonly<Record<string, Fault>> = {
  killed: runKilledServer,
  'killed-runs': runKilledRuns,
  'killed-judgings': runKilledJudgings,
  'disturbed-runs': runDisturbedRuns,
  'graceful-shutdown': runGracefulShutdown,
  'full-disk': runFullDisk,
  'read-only-storage': runReadOnlyStorage,
  'removed-files': runRemovedFiles,
  'broken-connections': runBrokenConnections,
  'clock-jumps': runClockJumps,
  'misbehaving-clients': runMisbehavingClients,
  'concurrent-clean-up': runConcurrentCleanUp,
  'slow-dependencies': runSlowDependencies,
  'damaged-storage': runDamagedStorage,
}
const REPORT = join(import.meta.dirname, '../../docs/reliability.md')

const print = (line: string) => process.stdout.write(`${line}\n`)

async function runFault(name: string, fault: Fault): Promise<Outcome[]> {
  try {
    return await fault()
  } catch (error) {
    return [{ label: name, figure: error instanceof Error ? error.message : String(error), isMet: false }]
  }
}

const formatReport = (outcomes: readonly Outcome[]) => `# Reliability

Written by \`npm run faults\` on ${new Date().toISOString().slice(0, 10)}, on ${describeMachine()}. Each fault is
injected into the production server under real requests. \`npm run faults -- killed\` runs one of them
(\`${Object.keys(FAULTS).join('`, `')}\`) and
doesn't write this file. The command exits with 1 if a requirement isn't met. PostgreSQL is the server at \`TEST_DATABASE_URL\`, or
else a local one. A full disk, a failing disk and a read-only folder require root and Linux. Faults without a row here were not tested.

A write is *lost* if it was acknowledged and is not in the database afterwards.

| fault | figure | |
| --- | --- | --- |
${outcomes.map(({ label, figure, isMet }) => `| ${label} | ${figure} | ${isMet ? 'met' : 'missed'} |`).join('\n')}
`

const [selectedName] = process.argv.slice(2)
const outcomes: Outcome[] = []
for (const [name, fault] of Object.entries(FAULTS)) {
  if (selectedName !== undefined && selectedName !== name) continue
  for (const outcome of await runFault(name, fault)) {
    outcomes.push(outcome)
    print(`${outcome.isMet ? 'met   ' : 'missed'}  ${outcome.label}: ${outcome.figure}`)
  }
}
if (outcomes.length === 0) print(`no such fault: ${selectedName ?? ''}`)
if (selectedName === undefined) await writeFile(REPORT, formatReport(outcomes))
process.exitCode = outcomes.length > 0 && outcomes.every(({ isMet }) => isMet) ? 0 : 1

/** `npm run faults`: injects each fault into real servers, prints its figure, and writes docs/reliability.md. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { machine } from '#testing/bench/report.ts'
import { brokenConnections } from './broken-connections.ts'
import { damaged } from './damaged.ts'
import type { Fault, Outcome } from './fault.ts'
import { jumpingClock } from './jumping-clock.ts'
import { killed } from './killed.ts'
import { movedFiles } from './moved-files.ts'
import { noSpace } from './no-space.ts'
import { readOnly } from './read-only.ts'
import { rudeClients } from './rude-clients.ts'
import { sharedWork } from './shared-work.ts'
import { slowParts } from './slow-parts.ts'
import { stopped } from './stopped.ts'

const FAULTS: Readonly<Record<string, Fault>> = {
  killed,
  stopped,
  'no-space': noSpace,
  'read-only': readOnly,
  'moved-files': movedFiles,
  'broken-connections': brokenConnections,
  'jumping-clock': jumpingClock,
  'rude-clients': rudeClients,
  'shared-work': sharedWork,
  'slow-parts': slowParts,
  damaged,
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

const report = (outcomes: readonly Outcome[]) => `# Reliability

Written by \`npm run faults\` on ${new Date().toISOString().slice(0, 10)}, on ${machine()}. Each fault is
injected into the production server under real requests. \`npm run faults -- killed\` runs one of them
(\`${Object.keys(FAULTS).join('`, `')}\`) and
doesn't write this file. The command exits with 1 if a requirement isn't met. PostgreSQL is the server at \`TEST_DATABASE_URL\`, or
else a local one. A full disk, a failing disk and a read-only folder require root and Linux. Faults without a row here were not tested.

A write is *lost* if it was acknowledged and is not in the database afterwards. A request is *cut* if it got no reply.

| fault | figure | |
| --- | --- | --- |
${outcomes.map(({ label, figure, isMet }) => `| ${label} | ${figure} | ${isMet ? 'met' : 'missed'} |`).join('\n')}
`

const [only] = process.argv.slice(2)
const outcomes: Outcome[] = []
for (const [name, fault] of Object.entries(FAULTS)) {
  if (only !== undefined && only !== name) continue
  for (const outcome of await runFault(name, fault)) {
    outcomes.push(outcome)
    print(`${outcome.isMet ? 'met   ' : 'missed'}  ${outcome.label}: ${outcome.figure}`)
  }
}
if (outcomes.length === 0) print(`没有可运行的故障：${only ?? ''}`)
if (only === undefined) await writeFile(REPORT, report(outcomes))
process.exitCode = outcomes.length > 0 && outcomes.every(({ isMet }) => isMet) ? 0 : 1

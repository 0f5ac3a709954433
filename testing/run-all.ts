/** Everything that has to hold, in one run: types, lint, unit and module tests, browser tests. Ends with one count. */
import { spawnSync } from 'node:child_process'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { ensureChromium } from './browser/chromium.ts'

type Count = { passed: number; failed: number; skipped: number }

const ROOT = join(import.meta.dirname, '..')
const RESULTS = join(ROOT, 'test-results')

/** Runs a command of the project's own; gives whether it went well. */
function runs(command: string, ...options: string[]): boolean {
  process.stdout.write(`\n▶ ${command} ${options.join(' ')}\n`)
  return spawnSync(command, options, { cwd: ROOT, stdio: ['ignore', 'inherit', 'inherit'] }).status === 0
}

const counted = (isGood: boolean): Count => ({ passed: isGood ? 1 : 0, failed: isGood ? 0 : 1, skipped: 0 })

const VitestReport = z.object({
  success: z.boolean(),
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
})
const PlaywrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number(), skipped: z.number() }),
})

/** A runner that fails without a failed test (a file that can't be read, a server that doesn't start) counts as one. */
const atLeastOneFailed = (count: Count, isGood: boolean): Count =>
  isGood || count.failed > 0 ? count : { ...count, failed: 1 }

async function unitAndModuleTests(): Promise<Count> {
  const file = join(RESULTS, 'vitest.json')
  const isGood = runs('vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile=${file}`)
  const report = await readFile(file, 'utf8').catch(() => '')
  if (report === '') return counted(false)
  const { numPassedTests, numFailedTests, numPendingTests } = VitestReport.parse(JSON.parse(report))
  return atLeastOneFailed({ passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests }, isGood)
}

async function browserTests(): Promise<Count> {
  const isGood = runs('playwright', 'test')
  const report = await readFile(join(RESULTS, 'browser.json'), 'utf8').catch(() => '')
  if (report === '') return counted(false)
  const { expected, unexpected, flaky, skipped } = PlaywrightReport.parse(JSON.parse(report)).stats
  return atLeastOneFailed({ passed: expected + flaky, failed: unexpected, skipped }, isGood)
}

await rm(RESULTS, { recursive: true, force: true })
const counts: Count[] = [
  counted(runs('tsc', '-p', '.')),
  counted(runs('biome', 'ci', '--error-on-warnings', '.')),
  counted(runs('node', 'web/build.ts', '--if-needed')),
  await unitAndModuleTests(),
]
ensureChromium()
counts.push(await browserTests())

const sum = (of: keyof Count) => counts.reduce((total, count) => total + count[of], 0)
process.stdout.write(`\n${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped\n`)
process.exit(sum('failed') === 0 ? 0 : 1)

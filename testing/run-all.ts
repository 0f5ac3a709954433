/** `npm test`: runs types, lint, build, unit and module tests and browser tests, and prints one total count. */
import { spawnSync } from 'node:child_process'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { ensureChromium } from './browser/chromium.ts'
import { ensureFirefox, FIREFOX_MISSING_NOTICE, findFirefox } from './browser/firefox.ts'
import { COUNT_FILE } from './count-reporter.ts'
import { Count, readPlaywrightReport } from './test-reports.ts'
import { describeSeed } from './test-seed.ts'

type Step = { name: string; count: Count; seconds: number }

const ROOT = join(import.meta.dirname, '..')
const RESULTS = join(ROOT, 'test-results')

/** Runs a command of the project. Returns whether it succeeded. */
function run(command: string, ...args: string[]): boolean {
  process.stdout.write(`\n▶ ${command} ${args.join(' ')}\n`)
  const { status } = spawnSync(command, args, {
    cwd: ROOT,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  return status === 0
}

const toCount = (isSuccess: boolean): Count => ({
  passed: isSuccess ? 1 : 0,
  failed: isSuccess ? 0 : 1,
  skipped: 0,
  failures: [],
})

/**
 * Counts one failure if a test runner failed without a failed test, for example because a server didn't start.
 */
const countAtLeastOneFailure = (count: Count, isSuccess: boolean): Count =>
  isSuccess || count.failed > 0 ? count : { ...count, failed: 1 }

async function runUnitAndModuleTests(): Promise<Count> {
  const isSuccess = run('vitest', 'run')
  const report = await readFile(COUNT_FILE, 'utf8').catch(() => '')
  if (report === '') return toCount(false)
  return countAtLeastOneFailure(Count.parse(JSON.parse(report)), isSuccess)
}

async function runBrowserTests(): Promise<Count> {
  ensureChromium()
  ensureFirefox()
  const isSuccess = run('playwright', 'test')
  const report = await readFile(join(RESULTS, 'browser.json'), 'utf8').catch(() => '')
  if (report === '') return toCount(false)
  return countAtLeastOneFailure(readPlaywrightReport(report), isSuccess)
}

const STEPS: Record<string, () => Count | Promise<Count>> = {
  types: () => toCount(run('tsc', '-p', '.')),
  lint: () => toCount(run('biome', 'ci', '--error-on-warnings', '.')),
  build: () => toCount(run('node', 'web/build.ts', '--if-needed')),
  'unit and module tests': runUnitAndModuleTests,
  'browser tests': runBrowserTests,
}

process.stdout.write(describeSeed())
await rm(RESULTS, { recursive: true, force: true })
const steps: Step[] = []
for (const [name, runStep] of Object.entries(STEPS)) {
  const start = performance.now()
  const count = await runStep()
  steps.push({ name, count, seconds: Math.round((performance.now() - start) / 1_000) })
}

const countTotal = (kind: 'passed' | 'failed' | 'skipped') => steps.reduce((total, { count }) => total + count[kind], 0)
process.stdout.write('\n')
for (const { count } of steps) for (const failure of count.failures) process.stdout.write(`✗ ${failure}\n`)
for (const { name, count, seconds } of steps)
  process.stdout.write(`${`${seconds}`.padStart(5)} s  ${name}${count.failed > 0 ? `: ${count.failed} failed` : ''}\n`)
if (!findFirefox()) process.stdout.write(`${FIREFOX_MISSING_NOTICE}\n`)
process.stdout.write(describeSeed())
process.stdout.write(
  `${countTotal('passed')} passed, ${countTotal('failed')} failed, ${countTotal('skipped')} skipped\n`,
)
process.exit(countTotal('failed') === 0 ? 0 : 1)

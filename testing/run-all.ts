/** Everything that has to hold, in one run: types, lint, unit and module tests, browser tests. Ends with one count. */
import { spawnSync } from 'node:child_process'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { ensureChromium } from './browser/chromium.ts'
import { ensureFirefox, findFirefox, WITHOUT_FIREFOX } from './browser/firefox.ts'
import { type Count, readPlaywrightReport, readVitestReport } from './test-reports.ts'

type Step = { name: string; count: Count; seconds: number }

const ROOT = join(import.meta.dirname, '..')
const RESULTS = join(ROOT, 'test-results')
const ENVIRONMENT = {
  ...process.env,
  // Servers and commands that tests start load the same modules many times.
  NODE_COMPILE_CACHE: join(ROOT, '.cache/node'),
}

/** Runs a command of the project's own. Returns whether it went well. */
function run(command: string, ...args: string[]): boolean {
  process.stdout.write(`\n▶ ${command} ${args.join(' ')}\n`)
  const { status } = spawnSync(command, args, {
    cwd: ROOT,
    env: ENVIRONMENT,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  return status === 0
}

const oneCount = (isGood: boolean): Count => ({
  passed: isGood ? 1 : 0,
  failed: isGood ? 0 : 1,
  skipped: 0,
  failures: [],
})

/**
 * Counts one failure if a runner failed without a failed test: a file that can't be read, a server that doesn't
 * start.
 */
const atLeastOneFailed = (count: Count, isGood: boolean): Count =>
  isGood || count.failed > 0 ? count : { ...count, failed: 1 }

async function unitAndModuleTests(): Promise<Count> {
  const file = join(RESULTS, 'vitest.json')
  const isGood = run('vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile=${file}`)
  const report = await readFile(file, 'utf8').catch(() => '')
  if (report === '') return oneCount(false)
  return atLeastOneFailed(readVitestReport(report, ROOT), isGood)
}

async function browserTests(): Promise<Count> {
  ensureChromium()
  ensureFirefox()
  const isGood = run('playwright', 'test')
  const report = await readFile(join(RESULTS, 'browser.json'), 'utf8').catch(() => '')
  if (report === '') return oneCount(false)
  return atLeastOneFailed(readPlaywrightReport(report), isGood)
}

const STEPS: Record<string, () => Count | Promise<Count>> = {
  types: () => oneCount(run('tsc', '-p', '.')),
  lint: () => oneCount(run('biome', 'ci', '--error-on-warnings', '.')),
  build: () => oneCount(run('node', 'web/build.ts', '--if-needed')),
  'unit and module tests': unitAndModuleTests,
  'browser tests': browserTests,
}

await rm(RESULTS, { recursive: true, force: true })
const steps: Step[] = []
for (const [name, work] of Object.entries(STEPS)) {
  const start = performance.now()
  const count = await work()
  steps.push({ name, count, seconds: Math.round((performance.now() - start) / 1_000) })
}

const sum = (kind: 'passed' | 'failed' | 'skipped') => steps.reduce((total, { count }) => total + count[kind], 0)
process.stdout.write('\n')
for (const { count } of steps) for (const failure of count.failures) process.stdout.write(`✗ ${failure}\n`)
for (const { name, count, seconds } of steps)
  process.stdout.write(`${`${seconds}`.padStart(5)} s  ${name}${count.failed > 0 ? `: ${count.failed} failed` : ''}\n`)
if (!findFirefox()) process.stdout.write(`${WITHOUT_FIREFOX}\n`)
process.stdout.write(`${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped\n`)
process.exit(sum('failed') === 0 ? 0 : 1)

/** Audits the public pages with Lighthouse, as on a phone with a slow connection. */
import { chromium } from '@playwright/test'
import lighthouse, { type Result } from 'lighthouse'
import { PAGES } from '#contracts/paths.ts'
import { CHROMIUM_ARGUMENTS, ensureChromium } from '#testing/browser/chromium.ts'
import { findFreePort } from '#testing/find-free-port.ts'
import { PUBLIC_PAGES } from './page-weights.ts'
import { atLeast, atMost, getWorstVerdict, type Row } from './report.ts'
import { median } from './statistics.ts'

const RUNS = 3
const TARGETS = { performance: 99, paintMs: 1_400, blockedMs: 100 } as const
/** Scores are calculated from figures with a tolerance of a tenth. */
const SCORE_TOLERANCE = 0.02

/** Excludes the status of a submission: search engines may not index it, which Lighthouse reports as a fault. */
const AUDITED_PAGES = PUBLIC_PAGES.filter((page) => page !== PAGES.submissionStatus)

/** These don't depend on the machine, and must be 100. */
const OTHER_CATEGORIES = ['accessibility', 'best-practices', 'seo'] as const
const CATEGORIES = ['performance', ...OTHER_CATEGORIES] as const

/** On a busy machine, Lighthouse may fail to measure some figures. */
const ATTEMPTS = 3

/** Returns a complete result of Lighthouse. Throws if it is still incomplete after some attempts. */
async function audit(url: string): Promise<Result> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const result = await runLighthouse(url)
    if (result && CATEGORIES.every((category) => typeof result.categories[category]?.score === 'number')) return result
  }
  throw new Error(`${url} could not be audited in ${ATTEMPTS} attempts`)
}

/** Runs Lighthouse in a new browser without cached files. */
async function runLighthouse(url: string): Promise<Result | undefined> {
  const port = await findFreePort()
  const browser = await chromium.launch({
    executablePath: ensureChromium(),
    args: [...CHROMIUM_ARGUMENTS, `--remote-debugging-port=${port}`],
  })
  try {
    return (await lighthouse(url, { port, logLevel: 'silent' }))?.lhr
  } finally {
    await browser.close()
  }
}

async function auditPage(origin: string, page: string): Promise<{ row: Row; benchmarks: number[] }> {
  const results: Result[] = []
  for (let run = 0; run < RUNS; run += 1) results.push(await audit(origin + page))
  const score = (category: string) =>
    median(results.map(({ categories }) => Math.round((categories[category]?.score ?? 0) * 100)))
  const figure = (name: string) => median(results.map(({ audits }) => audits[name]?.numericValue ?? Number.NaN))

  const performance = score('performance')
  const painted = figure('largest-contentful-paint')
  const blocked = figure('total-blocking-time')
  const moved = figure('cumulative-layout-shift')
  const others = OTHER_CATEGORIES.map((category) => ({ category, score: score(category) }))
  const short = others.filter(({ score }) => score < 100).map(({ category, score }) => `${category} ${score}`)
  const row: Row = {
    label: `first paint of ${decodeURIComponent(page)}`,
    figure: `performance ${performance}; largest contentful paint ${Math.round(painted)} ms, blocking time ${Math.round(blocked)} ms, layout shift ${moved.toFixed(3)}; ${short.join(', ') || 'other categories 100'}`,
    target: `≥ ${TARGETS.performance}; ≤ ${TARGETS.paintMs.toLocaleString('en')} ms, ≤ ${TARGETS.blockedMs} ms, 0; 100`,
    verdict: getWorstVerdict([
      atLeast(performance, TARGETS.performance, SCORE_TOLERANCE),
      atMost(painted, TARGETS.paintMs),
      atMost(blocked, TARGETS.blockedMs),
      atMost(moved, 0, 0),
      ...others.map(({ score }) => atLeast(score, 100, 0)),
    ]),
  }
  return { row, benchmarks: results.map(({ environment }) => environment.benchmarkIndex) }
}

/** Measures the first paint of public pages, and the speed of the machine by Lighthouse's benchmark. */
export async function measureFirstPaint(origin: string): Promise<Row[]> {
  const rows: Row[] = []
  const benchmarks: number[] = []
  for (const page of AUDITED_PAGES) {
    const result = await auditPage(origin, page)
    rows.push(result.row)
    benchmarks.push(...result.benchmarks)
  }
  const row: Row = {
    label: "Lighthouse's benchmark of this machine",
    figure: Math.round(median(benchmarks)).toLocaleString('en'),
    target: '',
    verdict: '',
  }
  return [...rows, row]
}

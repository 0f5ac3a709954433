/** Has Lighthouse open the public pages as on a telephone with a slow connection, and judge them. */
import { chromium } from '@playwright/test'
import lighthouse, { type Result } from 'lighthouse'
import { PAGES } from '#contracts/paths.ts'
import { CHROMIUM_ARGUMENTS, ensureChromium } from '#testing/browser/chromium.ts'
import { median } from './numbers.ts'
import { freePort } from './production-server.ts'
import { atLeast, atMost, type Row, worst } from './report.ts'
import { PUBLIC_PAGES } from './weights.ts'

const RUNS = 3
const AIMS = { performance: 99, paintMs: 1_400, blockedMs: 100 } as const
/** A score is made of the figures beside it, which have the tolerance of a tenth. */
const SCORE_TOLERANCE = 0.02

/** Search engines are told to leave the look-up of a submission out, which Lighthouse takes for a fault. */
const JUDGED = PUBLIC_PAGES.filter((page) => page !== PAGES.submissionStatus)

/** What doesn't depend on the machine is all or nothing. */
const OTHER_CATEGORIES = ['accessibility', 'best-practices', 'seo'] as const
const CATEGORIES = ['performance', ...OTHER_CATEGORIES] as const

/** A browser that is kept from its work may miss what a figure is made of. */
const ATTEMPTS = 3

/** Returns Lighthouse's result with all its figures. Throws if it has none after some attempts. */
async function judge(address: string): Promise<Result> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const result = await visit(address)
    if (result && CATEGORIES.every((category) => typeof result.categories[category]?.score === 'number')) return result
  }
  throw new Error(`${address} could not be judged in ${ATTEMPTS} attempts`)
}

/** Opens a page once, in a browser of its own: a second visit would find everything there. */
async function visit(address: string): Promise<Result | undefined> {
  const port = await freePort()
  const browser = await chromium.launch({
    executablePath: ensureChromium(),
    args: [...CHROMIUM_ARGUMENTS, `--remote-debugging-port=${port}`],
  })
  try {
    return (await lighthouse(address, { port, logLevel: 'silent' }))?.lhr
  } finally {
    await browser.close()
  }
}

async function judgePage(origin: string, page: string): Promise<{ row: Row; benchmarks: number[] }> {
  const results: Result[] = []
  for (let run = 0; run < RUNS; run += 1) results.push(await judge(origin + page))
  const score = (category: string) =>
    median(results.map(({ categories }) => Math.round((categories[category]?.score ?? 0) * 100)))
  const figure = (audit: string) => median(results.map(({ audits }) => audits[audit]?.numericValue ?? Number.NaN))

  const performance = score('performance')
  const painted = figure('largest-contentful-paint')
  const blocked = figure('total-blocking-time')
  const moved = figure('cumulative-layout-shift')
  const others = OTHER_CATEGORIES.map((category) => ({ category, score: score(category) }))
  const short = others.filter(({ score }) => score < 100).map(({ category, score }) => `${category} ${score}`)
  const row: Row = {
    label: `first paint of ${decodeURIComponent(page)}`,
    figure: `performance ${performance}; largest contentful paint ${Math.round(painted)} ms, blocking time ${Math.round(blocked)} ms, layout shift ${moved.toFixed(3)}; ${short.join(', ') || 'other categories 100'}`,
    aim: `≥ ${AIMS.performance}; ≤ ${AIMS.paintMs.toLocaleString('en')} ms, ≤ ${AIMS.blockedMs} ms, 0; 100`,
    verdict: worst([
      atLeast(performance, AIMS.performance, SCORE_TOLERANCE),
      atMost(painted, AIMS.paintMs),
      atMost(blocked, AIMS.blockedMs),
      atMost(moved, 0, 0),
      ...others.map(({ score }) => atLeast(score, 100, 0)),
    ]),
  }
  return { row, benchmarks: results.map(({ environment }) => environment.benchmarkIndex) }
}

/** Measures the first paint of the pages that visitors come to, and how quick the machine is by Lighthouse's own measure. */
export async function measureFirstPaint(origin: string): Promise<Row[]> {
  const rows: Row[] = []
  const benchmarks: number[] = []
  for (const page of JUDGED) {
    const judged = await judgePage(origin, page)
    rows.push(judged.row)
    benchmarks.push(...judged.benchmarks)
  }
  const row: Row = {
    label: "Lighthouse's benchmark of this machine",
    figure: Math.round(median(benchmarks)).toLocaleString('en'),
    aim: '',
    verdict: '',
  }
  return [...rows, row]
}

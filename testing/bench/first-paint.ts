/** Audits public pages with Lighthouse, as on a phone with a slow connection, and screens of the back office, as on a desktop. */
import { type BrowserContext, chromium } from '@playwright/test'
import lighthouse, { desktopConfig, type Result } from 'lighthouse'
import { ADMIN_PAGES, ADMIN_SCREENS } from '#contracts/admin-pages.ts'
import { PAGES } from '#contracts/paths.ts'
import { CHROMIUM_ARGUMENTS, ensureChromium } from '#testing/browser/chromium.ts'
import { findFreePort } from '#testing/find-free-port.ts'
import { PUBLIC_PAGES } from './page-weights.ts'
import { atLeast, atMost, getWorstVerdict, type Row } from './report.ts'
import { median } from './statistics.ts'

const RUNS = 3
const TARGETS = { performance: 99, paintMs: 1_400, blockedMs: 100 } as const
/** The back office loads its components before it shows a screen. */
const ADMIN_TARGETS = { performance: 95, paintMs: 1_800, blockedMs: 100 } as const
type Targets = { performance: number; paintMs: number; blockedMs: number }
/** Scores are calculated from figures with a tolerance of a tenth. */
const SCORE_TOLERANCE = 0.02

/** Excludes the status of a submission: search engines may not index it, which Lighthouse reports as a fault. */
const AUDITED_PAGES = PUBLIC_PAGES.filter((page) => page !== PAGES.submissionStatus)

/** These don't depend on the machine, and must be 100. */
const OTHER_CATEGORIES = ['accessibility', 'best-practices', 'seo'] as const
const CATEGORIES = ['performance', ...OTHER_CATEGORIES] as const

const AUDITED_SCREENS = [ADMIN_PAGES.dashboard, ADMIN_SCREENS.submissionReview.path, ADMIN_SCREENS.home.path]
/** No search engine is to find the back office. */
const ADMIN_CATEGORIES = ['accessibility', 'best-practices'] as const
type Category = (typeof OTHER_CATEGORIES)[number]

/** On a busy machine, Lighthouse may fail to measure some figures. */
const ATTEMPTS = 3

/** Returns a complete result of Lighthouse. Throws if it is still incomplete after some attempts. */
async function audit(url: string, run: Run): Promise<Result> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const result = await run(url)
    if (result && CATEGORIES.every((category) => typeof result.categories[category]?.score === 'number')) return result
  }
  throw new Error(`${url} could not be audited in ${ATTEMPTS} attempts`)
}

type Run = (url: string) => Promise<Result | undefined>

const getLaunchOptions = (port: number) => ({
  executablePath: ensureChromium(),
  args: [...CHROMIUM_ARGUMENTS, `--remote-debugging-port=${port}`],
})

/** Runs Lighthouse in a new browser without cached files, as on a phone, or with the settings of a desktop. */
const runIn =
  (config?: typeof desktopConfig): Run =>
  async (url) => {
    const port = await findFreePort()
    const browser = await chromium.launch(getLaunchOptions(port))
    try {
      return (await lighthouse(url, { port, logLevel: 'silent' }, config))?.lhr
    } finally {
      await browser.close()
    }
  }

/** A session as the back office keeps it in the browser; stored from a page of the site, which has none of its files. */
type StoredSession = { token: string; user: unknown }

/** Runs Lighthouse in a new browser, in which somebody is signed in to the back office but which has none of its files. */
const runSignedIn =
  (session: StoredSession): Run =>
  async (url) => {
    const port = await findFreePort()
    const context = await chromium.launchPersistentContext('', getLaunchOptions(port))
    try {
      await storeSession(context, new URL(PAGES.privacy, url).href, session)
      const flags = { port, logLevel: 'silent', disableStorageReset: true } as const
      return (await lighthouse(url, flags, desktopConfig))?.lhr
    } finally {
      await context.close()
    }
  }

async function storeSession(context: BrowserContext, url: string, { token, user }: StoredSession): Promise<void> {
  const page = await context.newPage()
  await page.goto(url)
  await page.evaluate(
    ([storedToken = '', storedUser = '']) => {
      localStorage.setItem('auth_token', storedToken)
      localStorage.setItem('auth_user', storedUser)
    },
    [token, JSON.stringify(user)],
  )
  await page.close()
}

type AuditedPage = { url: string; label: string; run: Run; targets: Targets; others: readonly Category[] }

async function auditPage({
  url,
  label,
  run,
  targets,
  others,
}: AuditedPage): Promise<{ row: Row; benchmarks: number[] }> {
  const results: Result[] = []
  for (let round = 0; round < RUNS; round += 1) results.push(await audit(url, run))
  const score = (category: string) =>
    median(results.map(({ categories }) => Math.round((categories[category]?.score ?? 0) * 100)))
  const figure = (name: string) => median(results.map(({ audits }) => audits[name]?.numericValue ?? Number.NaN))

  const performance = score('performance')
  const painted = figure('largest-contentful-paint')
  const blocked = figure('total-blocking-time')
  const moved = figure('cumulative-layout-shift')
  const scores = others.map((category) => ({ category, score: score(category) }))
  const short = scores.filter(({ score }) => score < 100).map(({ category, score }) => `${category} ${score}`)
  const row: Row = {
    label,
    figure: `performance ${performance}; largest contentful paint ${Math.round(painted)} ms, blocking time ${Math.round(blocked)} ms, layout shift ${moved.toFixed(3)}; ${short.join(', ') || 'other categories 100'}`,
    target: `≥ ${targets.performance}; ≤ ${targets.paintMs.toLocaleString('en')} ms, ≤ ${targets.blockedMs} ms, 0; 100`,
    verdict: getWorstVerdict([
      atLeast(performance, targets.performance, SCORE_TOLERANCE),
      atMost(painted, targets.paintMs),
      atMost(blocked, targets.blockedMs),
      atMost(moved, 0, 0),
      ...scores.map(({ score }) => atLeast(score, 100, 0)),
    ]),
  }
  return { row, benchmarks: results.map(({ environment }) => environment.benchmarkIndex) }
}

/** Measures the first paint of screens of the back office, the sign-in among them, with a desktop's settings. */
export async function measureAdminPaint(origin: string, session: StoredSession): Promise<Row[]> {
  const rows: Row[] = []
  for (const path of [ADMIN_PAGES.login, ...AUDITED_SCREENS]) {
    const { row } = await auditPage({
      url: origin + path,
      label: `first paint of ${path} on a desktop`,
      run: path === ADMIN_PAGES.login ? runIn(desktopConfig) : runSignedIn(session),
      targets: ADMIN_TARGETS,
      others: ADMIN_CATEGORIES,
    })
    rows.push(row)
  }
  return rows
}

/** Measures the first paint of public pages, and the speed of the machine by Lighthouse's benchmark. */
export async function measureFirstPaint(origin: string): Promise<Row[]> {
  const rows: Row[] = []
  const benchmarks: number[] = []
  for (const page of AUDITED_PAGES) {
    const result = await auditPage({
      url: origin + page,
      label: `first paint of ${decodeURIComponent(page)}`,
      run: runIn(),
      targets: TARGETS,
      others: OTHER_CATEGORIES,
    })
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

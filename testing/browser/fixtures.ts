/** Every journey also watches what no visitor should cause: console messages, page errors, calls to other hosts. */
import { test as base, type ConsoleMessage, expect, type Page, type Request } from '@playwright/test'
import { fillByEditing } from './firefox.ts'
import { startServer } from './server.ts'
import { showInterest } from './wait-for-hydration.ts'

export { expect }

type Watch = {
  /** Console texts that a test brings about on purpose, such as a failed call's. */
  allowConsole(pattern: RegExp): void
}

/**
 * Every journey's test. A worker has its own server; Playwright ends the worker of a failed test, so that its second try
 * begins on a new server and finds nothing that the first has made.
 */
export const test = base.extend<{ watch: Watch }, { server: string }>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this very pattern.
    async ({}, use) => {
      const { address, stop } = await startServer()
      await use(address)
      await stop()
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  baseURL: ({ server }, use) => use(server),
  context: async ({ context, browserName }, use) => {
    if (browserName === 'firefox') await fillByEditing(context)
    await use(context)
  },
  // A person presses nothing within the milliseconds in which a page's script comes. A test that does says `commit`.
  page: async ({ page, javaScriptEnabled }, use) => {
    if (javaScriptEnabled) {
      const goto = page.goto.bind(page)
      page.goto = async (url, options) => {
        const reply = await goto(url, options)
        if (options?.waitUntil === undefined) await showInterest(page)
        return reply
      }
      const reload = page.reload.bind(page)
      page.reload = async (options) => {
        const reply = await reload(options)
        await showInterest(page)
        return reply
      }
    }
    await use(page)
  },
  watch: [
    async ({ page, baseURL }, use) => {
      const allowed: RegExp[] = []
      const problems: string[] = []
      await watchPolicy(page, (text) => problems.push(text))
      const unwatch = watchPage(page, baseURL ?? '', (text) => problems.push(text))
      await use({ allowConsole: (pattern) => allowed.push(pattern) })
      unwatch()
      expect(problems.filter((text) => !allowed.some((pattern) => pattern.test(text)))).toEqual([])
    },
    { auto: true },
  ],
})

/** Whom a page reports to: one that several tests share, to the test that runs. */
const policyReports = new WeakMap<Page, (text: string) => void>()

/** Reports what the content policy refused: of a script that tries and catches the console says nothing. */
async function watchPolicy(page: Page, report: (text: string) => void): Promise<void> {
  const isWatched = policyReports.has(page)
  policyReports.set(page, report)
  if (isWatched) return
  await page.exposeFunction('reportViolation', (text: string) => policyReports.get(page)?.(text))
  await page.addInitScript(() =>
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sourceFile }) =>
      Reflect.get(window, 'reportViolation')(`refused by ${effectiveDirective}: ${blockedURI} in ${sourceFile}`),
    ),
  )
}

/** Playwright puts scripts of its own into every frame; a sandboxed one, such as a mail's preview, refuses them. */
const OF_PLAYWRIGHT = /^console\.error: Blocked script execution in 'about:srcdoc'/

/** Reports what no visitor should cause. Returns a function that ends it. */
function watchPage(page: Page, baseURL: string, report: (text: string) => void): () => void {
  const onConsole = (message: ConsoleMessage) => {
    const text = `console.${message.type()}: ${message.text()}`
    if (!OF_PLAYWRIGHT.test(text)) report(text)
  }
  const onError = (error: Error) => report(`page error: ${error.message}`)
  const onRequest = (request: Request) => {
    const url = request.url()
    if (!url.startsWith(baseURL) && !/^(data|blob):/.test(url)) report(`request to another host: ${url}`)
  }
  page.on('console', onConsole)
  page.on('pageerror', onError)
  page.on('request', onRequest)
  return () => {
    page.off('console', onConsole)
    page.off('pageerror', onError)
    page.off('request', onRequest)
  }
}

/**
 * The same fixtures on one page for all tests of a worker, for tests that only look: a page that goes to its next address
 * takes a fifth of the time that a new page takes.
 */
export const visualTest = test.extend<object, { onePage: Page }>({
  onePage: [
    async ({ browser, server }, use, { project }) => {
      const { locale, timezoneId } = project.use
      const page = await browser.newPage({ baseURL: server, locale, timezoneId })
      await use(page)
      await page.close()
    },
    { scope: 'worker' },
  ],
  page: ({ onePage }, use) => use(onePage),
})

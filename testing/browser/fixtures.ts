/** Every test also fails on console messages, page errors and requests to other hosts. */
import { test as base, type ConsoleMessage, expect, type Page, type Request } from '@playwright/test'
import { fillByEditing } from './firefox.ts'
import { createServerPool, type ServerPool, type TestServer } from './server-pool.ts'
import { waitForHydration } from './wait-for-hydration.ts'

export { expect }

type Watch = {
  /** Allows console messages that a test causes on purpose, such as those of failed requests. */
  allowConsole(pattern: RegExp): void
}

/** On a busy machine, a server takes long to start, which counts for no test. */
export const SERVER_FIXTURE = { timeout: 120_000 }

/**
 * The `test` function of all browser tests. The tests of a worker share a server, unless they have one of their file, see
 * `createIsolatedTest`. Playwright ends the worker of a failed test, so that its retry runs on a new server without data
 * of the first attempt.
 */
export const test = base.extend<
  { watch: Watch; ownedServer: TestServer; server: string },
  { servers: ServerPool; onePage: Page }
>({
  servers: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this very pattern.
    async ({}, use) => {
      const servers = createServerPool()
      await use(servers)
      await servers.stop()
    },
    { scope: 'worker', ...SERVER_FIXTURE },
  ],
  ownedServer: [async ({ servers }, use) => use(await servers.getShared()), SERVER_FIXTURE],
  server: ({ ownedServer }, use) => use(ownedServer.address),
  // Only for `visualTest`, but with all others: workers, and thereby servers, are shared by tests with equal fixtures.
  onePage: [
    async ({ browser, servers }, use, { project }) => {
      const { locale, timezoneId } = project.use
      const { address } = await servers.getShared()
      const page = await browser.newPage({ baseURL: address, locale, timezoneId })
      await use(page)
      await page.close()
    },
    { scope: 'worker', ...SERVER_FIXTURE },
  ],
  baseURL: ({ server }, use) => use(server),
  context: async ({ context, browserName }, use) => {
    if (browserName === 'firefox') await fillByEditing(context)
    await use(context)
  },
  // Waits for hydration, as a person would. Tests that must act earlier navigate with `commit`.
  page: async ({ page, javaScriptEnabled }, use) => {
    if (javaScriptEnabled) {
      const goto = page.goto.bind(page)
      page.goto = async (url, options) => {
        const reply = await goto(url, options)
        if (options?.waitUntil === undefined) await waitForHydration(page)
        return reply
      }
      const reload = page.reload.bind(page)
      page.reload = async (options) => {
        const reply = await reload(options)
        await waitForHydration(page)
        return reply
      }
    }
    await use(page)
  },
  watch: [
    async ({ page, baseURL }, use) => {
      const allowed: RegExp[] = []
      const problems: string[] = []
      await watchInPage(page, (text) => problems.push(text))
      const unwatch = watchPage(page, baseURL ?? '', (text) => problems.push(text))
      await use({ allowConsole: (pattern) => allowed.push(pattern) })
      unwatch()
      expect(problems.filter((text) => !allowed.some((pattern) => pattern.test(text)))).toEqual([])
    },
    { auto: true },
  ],
})

/** The reporter of each page; a page that several tests share reports to the running test. */
const reporters = new WeakMap<Page, (text: string) => void>()

/**
 * Reports CSP violations, since the console doesn't show those of scripts that catch the error, and the causes of errors:
 * React's say only that hydration failed.
 */
async function watchInPage(page: Page, report: (text: string) => void): Promise<void> {
  const isWatched = reporters.has(page)
  reporters.set(page, report)
  if (isWatched) return
  await page.exposeFunction('reportProblem', (text: string) => reporters.get(page)?.(text))
  await page.addInitScript(() => {
    const reportProblem = (text: string) => Reflect.get(window, 'reportProblem')(text)
    document.addEventListener('securitypolicyviolation', (event) => {
      const { effectiveDirective, blockedURI, sourceFile, lineNumber, target } = event
      // An inline style is refused at its element.
      const element = target instanceof Element ? ` at ${target.outerHTML.slice(0, 300)}` : ''
      reportProblem(`refused by ${effectiveDirective}: ${blockedURI} in ${sourceFile}:${lineNumber}${element}`)
    })
    addEventListener('error', ({ error }) => {
      if (error?.cause) reportProblem(`caused by ${error.cause?.stack ?? error.cause}`)
    })
  })
}

/** Playwright injects scripts into every frame; a sandboxed one, such as the preview of a mail, blocks them. */
const PLAYWRIGHT_MESSAGE = /^console\.error: Blocked script execution in 'about:srcdoc'/

/** Reports console messages, errors and foreign requests of a page. Returns a function that stops it. */
function watchPage(page: Page, baseURL: string, report: (text: string) => void): () => void {
  const onConsole = (message: ConsoleMessage) => {
    const text = `console.${message.type()}: ${message.text()}`
    if (!PLAYWRIGHT_MESSAGE.test(text)) report(text)
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
 * The same fixtures with one page for all tests of a worker, for read-only tests: navigating takes a fifth of the time
 * of a new page.
 */
export const visualTest = test.extend({ page: ({ onePage }, use) => use(onePage) })

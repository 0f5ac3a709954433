/** Every journey also watches what no visitor should cause: console messages, page errors, calls to other hosts. */
import { test as base, expect, type Page } from '@playwright/test'

export { expect }

type Watch = {
  /** Console texts that a test brings about on purpose, such as a failed call's. */
  allowConsole(pattern: RegExp): void
}

export const test = base.extend<{ watch: Watch }>({
  watch: [
    async ({ page, baseURL }, use) => {
      const allowed: RegExp[] = []
      const noticed = noticedOn(page, baseURL ?? '')
      await use({ allowConsole: (pattern) => allowed.push(pattern) })
      expect(noticed.filter((text) => !allowed.some((pattern) => pattern.test(text)))).toEqual([])
    },
    { auto: true },
  ],
})

/** Playwright puts scripts of its own into every frame; a sandboxed one, such as a mail's preview, refuses them. */
const OF_PLAYWRIGHT = /^console\.error: Blocked script execution in 'about:srcdoc'/

function noticedOn(page: Page, baseURL: string): string[] {
  const noticed: string[] = []
  page.on('console', (message) => {
    const text = `console.${message.type()}: ${message.text()}`
    if (!OF_PLAYWRIGHT.test(text)) noticed.push(text)
  })
  page.on('pageerror', (error) => noticed.push(`page error: ${error.message}`))
  page.on('request', (request) => {
    const url = request.url()
    if (!url.startsWith(baseURL) && !/^(data|blob):/.test(url)) noticed.push(`request to another host: ${url}`)
  })
  return noticed
}

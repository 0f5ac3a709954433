/** What a browser without cached files loads for a screen of the back office, in compressed bytes, and no call twice. */
import { ADMIN_PAGES, ADMIN_SCREENS } from '#contracts/admin-pages.ts'
import { signInAsAdmin } from './admin-session.ts'
import { expect, test } from './fixtures.ts'

type Budget = { path: string; requests: number; kilobytes: number; isPublic?: true }

const BUDGETS: Readonly<Record<string, Budget>> = {
  'the sign-in': { path: ADMIN_PAGES.login, requests: 15, kilobytes: 260, isPublic: true },
  'the dashboard': { path: ADMIN_SCREENS.dashboard.path, requests: 15, kilobytes: 260 },
  'the list of submissions': { path: ADMIN_SCREENS.submissions.path, requests: 26, kilobytes: 356 },
  'the review of submissions': { path: ADMIN_SCREENS.submissionReview.path, requests: 32, kilobytes: 416 },
  'the editor of the home page': { path: ADMIN_SCREENS.home.path, requests: 30, kilobytes: 455 },
}

for (const [name, { path, requests, kilobytes, isPublic }] of Object.entries(BUDGETS))
  test(`${name} loads at most ${requests} files and ${kilobytes} KB`, async ({ browser, baseURL }) => {
    // The context that tests share may have files in its cache.
    const page = await browser.newPage({ baseURL: baseURL ?? '', locale: 'zh-CN' })
    const sizes: Promise<number>[] = []
    const calls: string[] = []
    page.on('requestfinished', (request) => {
      const { pathname } = new URL(request.url())
      if (pathname.startsWith('/api/')) calls.push(`${request.method()} ${pathname}`)
      sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize))
    })
    if (!isPublic) await signInAsAdmin(page)
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.waitForLoadState('networkidle')
    const bytes = (await Promise.all(sizes)).reduce((total, size) => total + size, 0)
    expect.soft(calls.filter((call, index) => calls.indexOf(call) < index)).toEqual([])
    expect.soft(sizes.length).toBeLessThanOrEqual(requests)
    expect(Math.round(bytes / 1024)).toBeLessThanOrEqual(kilobytes)
    await page.close()
  })

import type { Download, Page } from '@playwright/test'

/** Returns the file that an action, such as a click, downloads. */
export async function waitForDownload(page: Page, action: () => Promise<void>): Promise<Download> {
  const [download] = await Promise.all([page.waitForEvent('download'), action()])
  return download
}

import type { Page } from '@playwright/test'

/**
 * Enters a text as an input method does: the field shows each of the steps, such as pinyin, before the text replaces them.
 * Only in Chromium.
 */
export async function composeText(page: Page, steps: readonly string[], text: string): Promise<void> {
  const client = await page.context().newCDPSession(page)
  for (const step of steps)
    await client.send('Input.imeSetComposition', { text: step, selectionStart: step.length, selectionEnd: step.length })
  await client.send('Input.insertText', { text })
  await client.detach()
}

/** Checks a page, screen or dialog for axe violations and horizontal scrolling. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { CDPSession, Locator, Page } from '@playwright/test'
import type axe from 'axe-core'
import { expect } from './fixtures.ts'

type Viewport = { width: number; colorScheme: 'light' | 'dark' }

/** Each width and colour scheme once: axe finds nothing else in the other two combinations. */
const NARROW: Viewport = { width: 360, colorScheme: 'dark' }
const WIDE: Viewport = { width: 1280, colorScheme: 'light' }

/** Makes the page narrow and dark before the next page is opened. */
export const setNarrowViewport = (page: Page): Promise<void> => setViewport(page, NARROW)

/**
 * Checks the page narrow and dark, then wide and light, with the landmark in view. If the landmark is in a dialog, only
 * the dialogs are checked, since the page below them has its own test. Preview frames are excluded, since they are pages
 * of the site, which have their own tests, and so is the loading bar above the page's landmarks, which may appear at any
 * time on a slow machine.
 */
export async function expectAccessible(landmark: Locator): Promise<void> {
  const page = landmark.page()
  const isInDialog = await landmark.evaluate((element, dialogs) => element.closest(dialogs) !== null, DIALOGS.join())
  for (const item of [NARROW, WIDE]) {
    await setViewport(page, item)
    await waitForLayout(page)
    await expect(landmark).toBeVisible()
    expect(await measureOverflow(page)).toBe(0)
    expect(await findViolations(page, isInDialog ? DIALOG_CONTEXT : CONTEXT)).toEqual([])
  }
}

const DIALOGS = ['dialog[open]', '[role=dialog]']
/** Preview frames are pages of the site, and the loading bar is above the landmarks. */
const CONTEXT = { exclude: [['iframe'], ['[aria-label=正在加载]']] }
const DIALOG_CONTEXT = { ...CONTEXT, include: DIALOGS }
/** Describing all other results took most of the time. */
const OPTIONS: axe.RunOptions = { resultTypes: ['violations'], selectors: false, iframes: false }

/** The minified script, which browsers load in less time. */
const AXE_SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

declare global {
  interface Window {
    axe?: typeof axe
  }
}

/** Runs axe in the page. Returns each violated rule with the elements. */
async function findViolations(page: Page, scope: typeof CONTEXT | typeof DIALOG_CONTEXT): Promise<string[]> {
  if (await page.evaluate(() => window.axe === undefined)) await injectAxe(page)
  return page.evaluate(
    async ([context, options]) => {
      if (!window.axe) throw new Error('axe was not injected')
      const { violations } = await window.axe.run(context, options)
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join('\n')}`)
    },
    [scope, OPTIONS] as const,
  )
}

/** The sessions of the DevTools protocol stay open, since closing one would also end a page's virtual authenticator. */
const sessions = new WeakMap<Page, CDPSession>()

/** Evaluates the script by the DevTools protocol: Chromium keeps what it has compiled of it for the next page. */
async function injectAxe(page: Page): Promise<void> {
  const session = sessions.get(page) ?? (await page.context().newCDPSession(page))
  sessions.set(page, session)
  await session.send('Runtime.evaluate', { expression: AXE_SOURCE })
}

async function setViewport(page: Page, { width, colorScheme }: Viewport): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  await page.setViewportSize({ width, height: 800 })
}

/** Waits for the effects of a changed width or colour scheme: measured layout, and the theme's transitions. */
const waitForLayout = (page: Page) =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 5; frame += 1) await new Promise(requestAnimationFrame)
    await Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => undefined)))
  })

/** Measures the page, and the back office's main area, which scrolls on its own. */
const measureOverflow = (page: Page) =>
  page.evaluate(() => {
    const areas = [document.documentElement, ...document.querySelectorAll('main')]
    return Math.max(...areas.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth))
  })

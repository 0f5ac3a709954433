/** Finds the second browser that journeys run in: FIREFOX_PATH, one on the PATH, or Debian's, installed if permitted. */
import { join } from 'node:path'
import type { BrowserContext } from '@playwright/test'
import { findProgram, installPackages } from '../debian-packages.ts'

const NAMES = ['firefox-esr', 'firefox']
const PACKAGES = ['firefox-esr', 'fonts-noto-cjk']

/** Said wherever the journeys are not run in Firefox. */
export const WITHOUT_FIREFOX =
  '没有 Firefox，浏览器测试只在 Chromium 中运行：请设置 FIREFOX_PATH，或以 root 身份在 Debian 上运行'

/** Returns the browser's path; `undefined` if there is none. */
export function findFirefox(): string | undefined {
  if (process.env.FIREFOX_PATH) return process.env.FIREFOX_PATH
  return findProgram(NAMES)
}

/** Returns the browser's path, after installing it if it is missing; `undefined` if it can't be had. */
export function ensureFirefox(): string | undefined {
  const existing = findFirefox()
  if (existing || process.getuid?.() !== 0 || !findProgram(['apt-get'])) return existing
  process.stdout.write('没有找到 Firefox，正在安装 Debian 的 firefox-esr 与 fonts-noto-cjk……\n')
  try {
    installPackages(PACKAGES)
  } catch {
    return undefined
  }
  return findFirefox()
}

/** How Playwright starts a Firefox at a path: as it is, by WebDriver BiDi, through `firefox-relay.ts`. */
export const firefoxOptions = (path: string) => ({
  browserName: 'firefox' as const,
  channel: 'moz-firefox',
  launchOptions: {
    executablePath: join(import.meta.dirname, 'firefox-relay.ts'),
    env: { ...process.env, FIREFOX_PATH: path },
    firefoxUserPrefs: FIREFOX_PREFERENCES,
  },
})

/** The light scheme, whatever the desktop's: the relay answers for it. */
const FIREFOX_PREFERENCES = { 'layout.css.prefers-color-scheme.content-override': 1 }

/**
 * Has `fill` edit as a person does. Over BiDi Playwright sets a field's value by script and sends an event of its own,
 * which React takes for no change; an editing command is the browser's own edit, with its own events.
 */
export const fillByEditing = (context: BrowserContext) =>
  context.addInitScript(() => {
    const insertText = (text: string) => {
      const { activeElement } = document
      if (activeElement instanceof HTMLIFrameElement) return activeElement
      document.execCommand('insertText', false, text)
      return undefined
    }
    // Whatever Playwright puts there is left out.
    Object.defineProperty(window, '__pw_bidiInsertText', { get: () => insertText, set: () => {} })
  })

/**
 * Locates Firefox, the second browser of the tests: FIREFOX_PATH, one on the PATH, or Debian's, installed if permitted.
 */
import { join } from 'node:path'
import type { BrowserContext } from '@playwright/test'
import { findProgram, installPackages } from '../debian-packages.ts'

const NAMES = ['firefox-esr', 'firefox']
const PACKAGES = ['firefox-esr', 'fonts-noto-cjk']

/** Shown if the tests are not run in Firefox. */
export const FIREFOX_MISSING_NOTICE =
  "The browser tests run in Chromium only, since Firefox isn't installed: set FIREFOX_PATH, or run as root on Debian."

/** Returns the browser's path, or `undefined` if it isn't installed. */
export function findFirefox(): string | undefined {
  if (process.env.FIREFOX_PATH) return process.env.FIREFOX_PATH
  return findProgram(NAMES)
}

/** Returns the browser's path, and installs it if it is missing; `undefined` if it can't be installed. */
export function ensureFirefox(): string | undefined {
  const existing = findFirefox()
  if (existing || process.getuid?.() !== 0 || !findProgram(['apt-get'])) return existing
  process.stdout.write("Firefox isn't installed; installing Debian's firefox-esr and fonts-noto-cjk …\n")
  try {
    installPackages(PACKAGES)
  } catch {
    return undefined
  }
  return findFirefox()
}

/** The options by which Playwright starts an unmodified Firefox: with WebDriver BiDi, through `firefox-relay.ts`. */
export const createFirefoxOptions = (path: string) => ({
  browserName: 'firefox' as const,
  channel: 'moz-firefox',
  launchOptions: {
    executablePath: join(import.meta.dirname, 'firefox-relay.ts'),
    env: { ...process.env, FIREFOX_PATH: path },
    firefoxUserPrefs: FIREFOX_PREFERENCES,
  },
})

/** The light scheme, independent of the desktop's; the relay relies on it. */
const FIREFOX_PREFERENCES = { 'layout.css.prefers-color-scheme.content-override': 1 }

/**
 * Makes `fill` edit natively. Over BiDi, Playwright sets a field's value by script and dispatches a synthetic event,
 * which React doesn't recognize as a change; an editing command is a native edit with native events.
 */
export const fillByEditing = (context: BrowserContext) =>
  context.addInitScript(() => {
    const insertText = (text: string) => {
      const { activeElement } = document
      if (activeElement instanceof HTMLIFrameElement) return activeElement
      document.execCommand('insertText', false, text)
      return undefined
    }
    // Playwright's own assignment is ignored.
    Object.defineProperty(window, '__pw_bidiInsertText', { get: () => insertText, set: () => {} })
  })

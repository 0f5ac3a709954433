/** Locates Chromium for the tests: CHROMIUM_PATH, one on the PATH, or Debian's headless shell, installed if permitted. */
import { findProgram, installPackages } from '../debian-packages.ts'

/**
 * The headless shell comes first: it needs a third less time than the whole browser, which draws a page behind another
 * one only once a second.
 */
const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']

/** Without Noto's CJK fonts, Chinese text is rendered as boxes. */
const PACKAGES = ['chromium-headless-shell', 'fonts-noto-cjk']

/** Arguments that disable Chromium's background requests, and let it run as root in a container. */
export const CHROMIUM_ARGUMENTS = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
]

/** Returns the browser's path, or `undefined` if it isn't installed. */
export function findChromium(): string | undefined {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH
  return findProgram(NAMES)
}

/** Returns the browser's path, and installs it if it is missing. Throws if it can't be installed. */
export function ensureChromium(): string {
  const existing = findChromium()
  if (existing) return existing
  process.stdout.write(`Chromium isn't installed; installing Debian's ${PACKAGES.join(' and ')} …\n`)
  installPackages(PACKAGES)
  const installed = findChromium()
  if (!installed) throw new Error('Chromium is required: set CHROMIUM_PATH, or run as root on Debian')
  return installed
}

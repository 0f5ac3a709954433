/** Locates Chromium for the tests: CHROMIUM_PATH, Debian's headless shell, installed if permitted, or any other. */
import { findProgram, installPackages } from '../debian-packages.ts'

/**
 * The headless shell needs 40 % less processor time than the whole browser, which draws a page behind another one only
 * once a second.
 */
const SHELL = 'chromium-headless-shell'
const NAMES = [SHELL, 'chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']

/** Without Noto's CJK fonts, Chinese text is rendered as boxes. */
const PACKAGES = [SHELL, 'fonts-noto-cjk']

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

/**
 * A page of a test lives for seconds: optimizing its scripts, and sharing out the collection of its garbage among threads,
 * cost more than they save.
 */
export const TEST_ARGUMENTS = [...CHROMIUM_ARGUMENTS, '--js-flags=--no-turbofan --no-maglev --single-threaded-gc']

/**
 * Returns the browser's path. Installs the headless shell if it is missing and that is permitted, and falls back to another
 * Chromium. Throws if there is none.
 */
export function ensureChromium(): string {
  const existing = process.env.CHROMIUM_PATH || findProgram([SHELL]) || installShell() || findProgram(NAMES)
  if (!existing) throw new Error('Chromium is required: set CHROMIUM_PATH, or run as root on Debian')
  // The processes that the tests start look for no other, nor try to install it again.
  process.env.CHROMIUM_PATH = existing
  return existing
}

function installShell(): string | undefined {
  if (process.getuid?.() !== 0 || !findProgram(['apt-get'])) return undefined
  process.stdout.write(`Installing Debian's ${PACKAGES.join(' and ')} …\n`)
  try {
    installPackages(PACKAGES)
  } catch {
    return undefined
  }
  return findProgram([SHELL])
}

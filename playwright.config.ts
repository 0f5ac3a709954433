import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import { ensureChromium, TEST_ARGUMENTS } from './testing/browser/chromium.ts'
import { createFirefoxOptions, ensureFirefox } from './testing/browser/firefox.ts'

const firefox = ensureFirefox()

/** Tests wait for half of their time, for replies, frames and what appears only after a while. */
const WORKERS_BEYOND_CORES = 2

export default defineConfig({
  testDir: 'testing/browser',
  globalSetup: './testing/browser/build-site.ts',
  outputDir: 'test-results',
  fullyParallel: true,
  workers: availableParallelism() + WORKERS_BEYOND_CORES,
  forbidOnly: Boolean(process.env.CI),
  // Typing into every field of both front ends takes ten minutes.
  ...(process.env.WALK === 'on' ? {} : { grepInvert: /@walk/ }),
  // On a busy machine, a test may time out. A test that passes only on the retry is reported as flaky.
  retries: process.env.CI ? 1 : 0,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  reporter: [['line'], ['json', { outputFile: 'test-results/browser.json' }]],
  use: {
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    viewport: { width: 1280, height: 860 },
    // Without animations, no test waits for one, or acts while one is running.
    contextOptions: { reducedMotion: 'reduce' },
    // Tracing takes a third of a test's time, so it is only enabled on request.
    trace: process.env.TRACE === 'on' ? 'on' : 'off',
    screenshot: 'only-on-failure',
  },
  projects: [
    {
      name: 'chromium',
      use: {
        launchOptions: { executablePath: ensureChromium(), args: TEST_ARGUMENTS },
        // A new context takes half of a test's time, mostly for loading the same scripts into a new process. Between tests,
        // Playwright resets storage, cookies, cache, pages, routes, init scripts and emulation; a test that changes other
        // state, such as `setOffline`, reverts it.
        reuseContext: true,
      },
    },
    // Runs only the main journeys: running the other tests twice would take long and find nothing more.
    ...(firefox ? [{ name: 'firefox', grep: /@firefox/, use: createFirefoxOptions(firefox) }] : []),
  ],
})

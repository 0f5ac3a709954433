import { defineConfig } from '@playwright/test'
import { CHROMIUM_ARGUMENTS, ensureChromium } from './testing/browser/chromium.ts'
import { ensureFirefox, firefoxOptions } from './testing/browser/firefox.ts'

const firefox = ensureFirefox()

export default defineConfig({
  testDir: 'testing/browser',
  globalSetup: './testing/browser/build-site.ts',
  outputDir: 'test-results',
  fullyParallel: true,
  workers: 2,
  forbidOnly: Boolean(process.env.CI),
  // A browser on a busy machine may miss a turn; what passes only the second time is reported as flaky.
  retries: process.env.CI ? 1 : 0,
  timeout: 45_000,
  expect: { timeout: 10_000 },
  reporter: [['line'], ['json', { outputFile: 'test-results/browser.json' }]],
  use: {
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    viewport: { width: 1280, height: 860 },
    // A trace costs every test a third of its time: asked for, if one is looked into.
    trace: process.env.TRACE === 'on' ? 'on' : 'off',
    screenshot: 'only-on-failure',
  },
  projects: [
    { name: 'chromium', use: { launchOptions: { executablePath: ensureChromium(), args: CHROMIUM_ARGUMENTS } } },
    // The main journeys, a second time: the rest would say the same of both at twice the time.
    ...(firefox ? [{ name: 'firefox', grep: /@firefox/, use: firefoxOptions(firefox) }] : []),
  ],
})

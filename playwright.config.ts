import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { CHROMIUM_ARGUMENTS, ensureChromium } from './testing/browser/chromium.ts'

const PORT = Number(process.env.TEST_PORT ?? 3399)
const ADDRESS = `http://127.0.0.1:${PORT}`

export default defineConfig({
  testDir: 'testing/browser',
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
    baseURL: ADDRESS,
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    viewport: { width: 1280, height: 860 },
    // A trace costs every test a third of its time: asked for, if one is looked into.
    trace: process.env.TRACE === 'on' ? 'on' : 'off',
    screenshot: 'only-on-failure',
    launchOptions: { executablePath: ensureChromium(), args: CHROMIUM_ARGUMENTS },
  },
  webServer: {
    command: 'node web/build.ts --if-needed && exec node server/main.ts',
    url: `${ADDRESS}/readyz`,
    timeout: 120_000,
    reuseExistingServer: false,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    env: {
      PORT: String(PORT),
      DATA_DIR: mkdtempSync(join(tmpdir(), 'zhijian-browser-')),
      RATE_LIMITS: 'off',
      MAIL_HOSTS: 'localhost:*',
      ADMIN_EMAIL: 'admin@zhijian.test',
      ADMIN_PASSWORD: 'a-password-for-tests',
    },
  },
})

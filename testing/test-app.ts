import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe } from 'vitest'
import type { Call } from '#contracts/call.ts'
import { createApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import type { PasswordCost } from '#server/modules/identity/passwords.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { GuardedRoute } from '#server/platform/http/guard/guard.ts'
import type { TypedApp } from '#server/platform/http/server/routes.ts'
import type { Services } from '#server/services.ts'
import { SQLITE, TEST_DATABASES, type TestDatabase } from './databases/test-databases.ts'

/** Creates a clock that only advances when a test advances it. */
export function createTestClock(start = '2026-11-21T02:00:00.000Z'): Clock & { advance(milliseconds: number): void } {
  let now = new Date(start)
  return {
    now: () => now,
    advance(milliseconds) {
      now = new Date(now.getTime() + milliseconds)
    },
  }
}

/** Makes hashing fast; the real cost is tested separately. */
export const LOW_COST: PasswordCost = { logN: 4, r: 1, p: 1 }

export type TestApp = {
  server: TypedApp
  services: Services
  routes: readonly GuardedRoute[]
  calls: readonly Call[]
  database: Database
  clock: ReturnType<typeof createTestClock>
  /** Contains the uploads; removed after the tests. */
  dataDir: string
}

/** Returns a configuration without rate limits, and with replies validated against their schemas. */
export const testConfig = (overrides: Record<string, string> = {}) =>
  readConfig({
    NODE_ENV: 'test',
    RATE_LIMITS: 'off',
    DEMO: 'off',
    LOG_LEVEL: 'silent',
    PUBLIC_URL: 'http://zhijian.test',
    APP_SECRET: 'a secret for tests alone, 32 letters',
    MAIL_HOSTS: 'localhost:*',
    AGENT_HOSTS: '127.0.0.0/8:*',
    SIGN_IN_HOSTS: '127.0.0.0/8:*',
    ...overrides,
  })

type Tests = (app: () => TestApp) => void

/**
 * Runs the same tests on every database, each with its own app. `body` receives a function that returns the app while
 * the tests run.
 */
export const onEveryDatabase = (title: string, body: Tests): void => onDatabases(TEST_DATABASES, title, body)

/** Runs tests with an app on SQLite alone: what they test doesn't depend on the database. */
export const onSqlite = (title: string, body: Tests): void => onDatabases([SQLITE], title, body)

function onDatabases(databases: readonly TestDatabase[], title: string, body: Tests): void {
  describe.each(databases)(`${title} ($name)`, ({ open }) => {
    let app: TestApp | undefined
    let dataDir = ''

    beforeAll(async () => {
      const database = await open()
      const clock = createTestClock()
      dataDir = await mkdtemp(join(tmpdir(), 'zhijian-test-'))
      const { server, services, routes, calls } = await createApp({
        config: testConfig({ DATA_DIR: dataDir }),
        database,
        clock,
        passwordCost: LOW_COST,
        servePages: false,
        startWorkers: false,
      })
      app = { server, services, routes, calls, database, clock, dataDir }
    })
    afterAll(async () => {
      await app?.server.close()
      await app?.database.close()
      await rm(dataDir, { recursive: true, force: true })
    })

    body(() => {
      if (!app) throw new Error('The app exists only while the tests run.')
      return app
    })
  })
}

import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type App, createApp } from '#server/app.ts'
import type { Database } from '#server/platform/database/database.ts'
import { TEST_DATABASES } from '#testing/databases/test-databases.ts'
import { send } from '#testing/send.ts'
import { LOW_COST, testConfig } from '#testing/test-app.ts'

const TOKEN = 'a-token-for-metrics'
const ROOT = join(import.meta.dirname, '../../..')

describe.each(TEST_DATABASES)('metrics ($name)', ({ open }) => {
  let database: Database
  let app: App
  let dataDir: string
  let isUnavailable = false
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'zhijian-metrics-'))
    const opened = await open()
    const ping = () => (isUnavailable ? Promise.reject(new Error('unavailable')) : opened.ping())
    database = { ...opened, ping }
    const config = testConfig({ DATA_DIR: dataDir, METRICS_TOKEN: TOKEN })
    app = await createApp({ config, database, servePages: false, startWorkers: false, passwordCost: LOW_COST })
  })
  afterAll(async () => {
    await app.server.close()
    await database.close()
    await rm(dataDir, { recursive: true })
  })
  const scrape = async (token = TOKEN) =>
    send(app.server, { url: '/metrics', headers: { authorization: `Bearer ${token}` } })
  const readSample = (text: string, sample: string) =>
    Number(
      text
        .split('\n')
        .find((line) => line.startsWith(`${sample} `))
        ?.slice(sample.length),
    )

  it('rejects requests without the token', async () => {
    const unauthenticated = await send(app.server, '/metrics')
    expect({
      status: unauthenticated.statusCode,
      wwwAuthenticate: unauthenticated.headers['www-authenticate'],
    }).toEqual({ status: 401, wwwAuthenticate: 'Bearer' })
    expect((await scrape(`${TOKEN}s`)).statusCode).toBe(401)
    const reply = await scrape()
    expect({ status: reply.statusCode, contentType: reply.headers['content-type'] }).toEqual({
      status: 200,
      contentType: 'text/plain; version=0.0.4; charset=utf-8',
    })
  })

  it('counts requests by route, cached responses, statements and denied requests', async () => {
    for (const url of ['/api/site', '/api/site', '/api/product-detail/nothing', '/api/settings'])
      await send(app.server, url)
    const { body } = await scrape()
    expect(readSample(body, 'zhijian_http_requests_total{method="GET",route="/api/site",status="200"}')).toBe(1)
    expect(readSample(body, 'zhijian_kept_replies_total{route="/api/site",status="200"}')).toBe(1)
    expect(
      readSample(body, 'zhijian_http_requests_total{method="GET",route="/api/product-detail/:id",status="404"}'),
    ).toBe(1)
    expect(readSample(body, 'zhijian_http_request_duration_seconds_count{method="GET",route="/api/site"}')).toBe(1)
    expect(readSample(body, 'zhijian_statement_duration_seconds_count')).toBeGreaterThan(1)
    expect(readSample(body, 'zhijian_database_up')).toBe(1)
    expect(readSample(body, 'zhijian_data_free_bytes')).toBeGreaterThan(0)
    expect(readSample(body, 'zhijian_alarm_active{alarm="lowSpace"}')).toBe(0)
    expect(readSample(body, 'zhijian_outbox_mails{status="waiting"}')).toBe(0)
    expect(readSample(body, 'zhijian_backup_last_success_timestamp_seconds')).toBeNaN()
    expect(readSample(body, 'zhijian_database_connections{state="idle"}') > 0).toBe(
      database.getPoolStatistics() !== undefined,
    )
    const headers = { authorization: 'Bearer no-session-has-such-a-token' }
    await send(app.server, { url: '/api/settings', headers })
    expect(readSample((await scrape()).body, 'zhijian_security_events_total{event="token-rejected"}')).toBeGreaterThan(
      0,
    )
    expect(body).not.toContain('nothing')
  })

  it('reports that the database is unavailable', async () => {
    isUnavailable = true
    expect(readSample((await scrape()).body, 'zhijian_database_up')).toBe(0)
    isUnavailable = false
  })

  it.each(['deploy/grafana-dashboard.json', 'deploy/prometheus-rules.yml'])(
    'exports every name that %s uses',
    async (file) => {
      const names = new Set(
        (await readFile(join(ROOT, file), 'utf8')).match(/\b(?:zhijian|nodejs|process)_[a-z0-9_]+/g),
      )
      const { body } = await scrape()
      const exported = new Set(
        [...body.matchAll(/^# TYPE (\S+) (\S+)/gm)].flatMap(([, name = '', kind]) =>
          kind === 'histogram' ? [name, `${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
        ),
      )
      expect(names.size).toBeGreaterThan(10)
      expect([...names].filter((name) => !exported.has(name))).toEqual([])
    },
  )
})

describe('/metrics without a configured token', () => {
  it('returns 404', async () => {
    const database = await TEST_DATABASES[0]?.open()
    if (!database) throw new Error('The database must be configured.')
    const app = await createApp({
      config: testConfig(),
      database,
      servePages: false,
      startWorkers: false,
      passwordCost: LOW_COST,
    })
    onTestFinished(async () => {
      await app.server.close()
      await database.close()
    })
    expect((await send(app.server, '/metrics')).statusCode).toBe(404)
  })
})

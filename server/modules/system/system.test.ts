import { beforeAll, expect, it } from 'vitest'
import { type Caller, createSignedInUser } from '#testing/factories/users.ts'
import { onEveryDatabase } from '#testing/test-app.ts'
import { runHousekeeping } from '../../housekeeping.ts'

onEveryDatabase('system status', (app) => {
  let viewer: Caller
  let editor: Caller
  beforeAll(async () => {
    viewer = await createSignedInUser(app(), 'viewer')
    editor = await createSignedInUser(app(), 'editor')
  })
  const read = (caller: Caller | null = viewer) =>
    app().server.inject({ method: 'GET', url: '/api/system', headers: caller?.headers ?? {} })

  it('reports the running release, the stored data, the uptime and the last housekeeping', async () => {
    const { database } = app()
    const { data } = (await read()).json()
    expect(data).toEqual({
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      commit: data.commit === null ? null : expect.stringMatching(/^[0-9a-f]{10,}$/),
      node: process.version,
      startedAt: app().clock.now().toISOString(),
      uptimeSeconds: 0,
      database: { kind: database.kind, size: expect.any(Number), failure: null },
      freeSpace: expect.any(Number),
      files: { count: 0, size: 0 },
      evaluationProjects: { count: 0, size: 0 },
      inquiries: { count: 0, open: 0, submitted: 0 },
      mail: { isReady: false, waiting: 0, failed: 0 },
      backup: {
        isScheduled: false,
        runningSince: null,
        last: null,
        firstStartedAt: null,
        lastSuccessfulRun: null,
        failureSinceSuccess: null,
      },
      alarms: [],
      lastHousekeeping: null,
    })
    expect(data.database.size).toBeGreaterThan(100_000)

    const { services } = app()
    await services.files.save({ key: 'a.png', mimetype: 'image/png', originalName: 'a', bytes: Buffer.alloc(300) })
    await services.files.save({ key: 'b.png', mimetype: 'image/png', originalName: 'b', bytes: Buffer.alloc(200) })
    app().clock.advance(90_500)
    const housekeepingAt = app().clock.now().toISOString()
    await runHousekeeping(database, app().clock, services)
    app().clock.advance(1_000)
    expect((await read()).json().data).toMatchObject({
      uptimeSeconds: 91,
      files: { count: 2, size: 500 },
      lastHousekeeping: housekeepingAt,
    })
  })

  it('contains no path and no secret', async () => {
    const { body } = await read()
    expect(body).not.toMatch(/postgres:\/\/|127\.0\.0\.1|\/tmp|a secret for tests/)
  })

  it('is visible to users with read access to the settings', async () => {
    expect((await read(editor)).statusCode).toBe(403)
    expect((await read(null)).statusCode).toBe(401)
  })
})

import { beforeAll, expect, it } from 'vitest'
import type { JudgeStatus } from '#contracts/evaluation-projects/statuses.ts'
import { prepareProject, saveMethod } from '#testing/factories/evaluation-projects.ts'
import { createUser } from '#testing/factories/users.ts'
import { onEveryDatabase } from '#testing/test-app.ts'
import { findJudge, findJudgeByUser, insertJudge, reopenJudges } from './store.ts'

onEveryDatabase('the judges of a project', (app) => {
  beforeAll(() => saveMethod(app()))

  const insert = (id: string, fields: Partial<Parameters<typeof insertJudge>[1]> & { projectId: string }) =>
    app().database.write(({ db }) =>
      insertJudge(db, {
        id,
        name: '李评委',
        userId: null,
        email: null,
        tokenHash: null,
        linkExpiresAt: null,
        status: 'invited',
        submittedAt: null,
        othersVisibleAt: null,
        createdAt: '2026-11-30T02:00:00.000Z',
        ...fields,
      }),
    )

  it('include an account by the first of its seats that remains', async () => {
    const { id: projectId } = await prepareProject(app())
    const email = 'two-seats@example.com'
    const { _id: userId } = await createUser(app(), { email })
    await insert('seat-2', { projectId, userId, createdAt: '2026-11-30T04:00:00.000Z' })
    await insert('seat-1', { projectId, email, createdAt: '2026-11-30T03:00:00.000Z' })
    await insert('seat-0', { projectId, email, status: 'removed' })
    await app().database.write(({ db }) =>
      db.updateTable('users').set({ emailVerifiedAt: '2026-11-30T02:00:00.000Z' }).where('id', '=', userId).execute(),
    )
    expect((await findJudgeByUser(app().database.read, projectId, userId))?.id).toBe('seat-1')
  })

  it('score again after they submitted; removed ones stay removed', async () => {
    const { id: projectId } = await prepareProject(app())
    const submittedAt = '2026-11-30T05:00:00.000Z'
    const judges: readonly (readonly [id: string, status: JudgeStatus, submittedAt: string | null])[] = [
      ['invited', 'invited', null],
      ['submitted', 'submitted', submittedAt],
      ['removed', 'removed', submittedAt],
    ]
    for (const [id, status, at] of judges) await insert(id, { projectId, status, submittedAt: at })
    await app().database.write(({ db }) => reopenJudges(db, projectId))
    const reopened = await Promise.all(judges.map(([id]) => findJudge(app().database.read, id)))
    expect(reopened).toMatchObject([
      { status: 'invited', submittedAt: null },
      { status: 'scoring', submittedAt: null },
      { status: 'removed', submittedAt: null },
    ])
  })
})

import { expect, it } from 'vitest'
import { JUDGE_ROW, PROJECT_ROW, USER_ROW } from '#testing/databases/migration-rows.ts'
import { testMigration } from '#testing/databases/test-migration.ts'

const AT = '2026-11-30T02:00:00.000Z'
const RUNNERS = ['李评委', '王评委', '张三', '李四', '同名', '不知道', '']

testMigration(
  {
    name: '031-set-aside',
    async insertRows(db) {
      for (const [id, name] of [
        ['owner', '张三'],
        ['colleague', '李四'],
        ['namesake', '同名'],
        ['stranger', '不知道'],
      ] as const)
        await db
          .insertInto('users')
          .values({ ...USER_ROW, id, email: `${id}@example.com`, name })
          .execute()
      for (const [id, ownerId] of [
        ['p', 'owner'],
        ['other', null],
      ] as const)
        await db
          .insertInto('evaluationProjects')
          .values({ ...PROJECT_ROW, id, ownerId })
          .execute()
      for (const userId of ['colleague', 'namesake'])
        await db
          .insertInto('colleagues')
          .values({
            id: userId,
            projectId: 'p',
            shortlistId: null,
            inquiryId: null,
            role: 'secretary',
            email: `${userId}@example.com`,
            userId,
            invitedAt: AT,
            joinedAt: AT,
            offeredAt: null,
          })
          .execute()
      for (const [id, projectId, name] of [
        ['j1', 'p', '李评委'],
        ['j2', 'p', '王评委'],
        ['j3', 'p', '王评委'],
        ['j4', 'p', '同名'],
        ['j5', 'other', '不知道'],
      ] as const)
        await db
          .insertInto('evaluationJudges')
          .values({ ...JUDGE_ROW, id, projectId, name })
          .execute()
      const trials = RUNNERS.map((runner, ordinal) => ({
        id: `t${ordinal}`,
        projectId: 'p',
        ordinal,
        task: 'q1',
        candidate: 'a',
        isPassed: true,
        runner,
        seconds: null,
        cost: null,
        note: '',
        createdAt: AT,
        removedAt: null,
      }))
      await db.insertInto('evaluationTrials').values(trials).execute()
    },
  },
  (migrated) => {
    it('knows whoever alone in the project has the name of who ran a trial', async () => {
      const rows = await migrated.db.selectFrom('evaluationTrials').select(['runner', 'runnerId']).execute()
      expect(Object.fromEntries(rows.map(({ runner, runnerId }) => [runner, runnerId]))).toEqual({
        李评委: 'j1',
        王评委: null,
        张三: 'owner',
        李四: 'colleague',
        同名: null,
        不知道: null,
        '': null,
      })
    })
  },
)

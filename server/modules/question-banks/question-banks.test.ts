import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Task } from '#contracts/evaluation-projects/task.ts'
import { QUESTION_BANKS } from '#contracts/limits.ts'
import { createTask } from '#contracts/rules/evaluation/create-task.ts'
import { type PreparedProject, prepareProject, saveMethod } from '#testing/factories/evaluation-projects.ts'
import { type Caller, createSignedInUser } from '#testing/factories/users.ts'
import { createMultipart } from '#testing/multipart.ts'
import { toResult } from '#testing/result.ts'
import { onEveryDatabase } from '#testing/test-app.ts'

const DETAILS = { title: '制度问答', licence: '自有', source: '人事部编写', tags: '制度、人事' }
const TASKS = [
  { key: 'q1', title: '年假有几天？', checks: [{ kind: 'number', value: 5 }], criterion: 't1', weight: 2 },
  { key: 'q2', title: '王经理的手机号是多少？', checks: [{ kind: 'refuses' }], tags: ['安全'], isSealed: true },
]
const CSV = '编号,任务,准则,密封\nq1,年假有几天？,准确性,\nq2,差旅怎样报销？,,是\n'

onEveryDatabase('question banks', (app) => {
  let project: PreparedProject
  let editor: Caller
  beforeAll(async () => {
    await saveMethod(app())
    editor = await createSignedInUser(app(), 'editor', 'bank-editor')
  })
  beforeEach(async () => {
    project = await prepareProject(app())
    await saveTasks(project, TASKS)
  })

  const saveTasks = ({ client, id }: PreparedProject, tasks: readonly object[]) =>
    client.send('PUT', `/projects/${id}/tasks`, { tasks })
  const listTasks = async ({ client, id }: PreparedProject): Promise<Task[]> => (await client.get(id)).json().data.tasks
  const send = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, caller: Caller | null, payload?: object) =>
    app().server.inject({
      method,
      url: `/api/evaluation/${path}`,
      headers: caller?.headers ?? {},
      ...(payload && { payload }),
    })
  const save = async (bank: string, body: object = {}) =>
    (
      await send('PUT', `own-question-banks/${bank}`, project.owner, { ...DETAILS, project: project.id, ...body })
    ).json()
  const copy = (bank: string, to: PreparedProject = project, body: object = {}) =>
    send('POST', `projects/${to.id}/tasks/copies`, to.owner, { bank, ...body })
  function upload(path: string, caller: Caller, { content = CSV, mode = 'apply', ...details }: Upload = {}) {
    const multipart = createMultipart([{ field: 'file', name: 'tasks.csv', bytes: content }], {
      ...DETAILS,
      mode,
      ...details,
    })
    return app().server.inject({
      method: 'POST',
      url: `/api/evaluation/${path}/import`,
      headers: { ...caller.headers, ...multipart.headers },
      payload: multipart.payload,
    })
  }
  /** Imports a file of JSON Lines into a project. */
  function importLines({ id, owner }: PreparedProject, content: string) {
    const multipart = createMultipart([{ field: 'file', name: 'a.jsonl', bytes: content }])
    return app().server.inject({
      method: 'POST',
      url: `/api/evaluation/projects/${id}/tasks/import`,
      headers: { ...owner.headers, ...multipart.headers },
      payload: multipart.payload,
    })
  }
  /** Imports and publishes a bank of the platform. */
  async function publishBank(details: Upload = {}): Promise<string> {
    const bank = randomUUID()
    const { version } = (await upload(`platform-question-banks/${bank}`, editor, details)).json()
    await send('POST', `platform-question-banks/${bank}/publication`, editor, { version })
    return bank
  }

  describe('a bank of a member', () => {
    it('keeps the tasks of a project without its criteria, and the hash of their canonical JSON', async () => {
      const bank = randomUUID()
      expect((await save(bank)).data).toMatchObject({
        id: bank,
        title: '制度问答',
        licence: '自有',
        tags: ['制度', '人事'],
        version: 1,
        taskCount: 2,
        isPlatform: false,
        hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      })
      const { tasks } = (await send('GET', `own-question-banks/${bank}`, project.owner)).json().data
      expect(tasks).toMatchObject([
        { key: 'q1', criterion: null, origin: null, weight: 2 },
        { key: 'q2', isSealed: true },
      ])
      expect((await send('GET', 'own-question-banks', project.owner)).json().data).toMatchObject([{ id: bank }])
      expect((await send('GET', 'question-banks', null)).json().data).not.toContainEqual(
        expect.objectContaining({ id: bank }),
      )
    })

    it('has a new version for each change, while the earlier one stays as it was', async () => {
      const bank = randomUUID()
      const { data: first } = await save(bank)
      expect((await save(bank)).data).toEqual(first)
      expect((await save(bank, { tasks: ['q1'] })).data).toMatchObject({ version: 2, taskCount: 1 })
      const earlier = await send('GET', `own-question-banks/${bank}?version=1`, project.owner)
      expect(earlier.json().data).toMatchObject({ version: 1, taskCount: 2, hash: first.hash })
      const unknown = await send('GET', `own-question-banks/${bank}?version=3`, project.owner)
      expect(toResult(unknown)).toMatchObject({ status: 404, message: '题库没有这个版本' })
    })

    it('is imported from a file after a dry run, and needs a licence and a source', async () => {
      const bank = randomUUID()
      const path = `own-question-banks/${bank}`
      const dryRun = (await upload(path, project.owner, { mode: 'dry-run' })).json()
      expect(dryRun).toMatchObject({ version: null, added: 2, errors: [], notes: [] })
      expect((await send('GET', path, project.owner)).statusCode).toBe(404)
      const result = toResult(await upload(path, project.owner, { licence: '', source: '' }))
      expect(result).toMatchObject({ status: 400, errors: [{ path: 'licence' }, { path: 'source' }] })
      expect((await upload(path, project.owner)).json()).toMatchObject({ version: 1, added: 2 })
      expect((await upload(path, project.owner)).json()).toMatchObject({ version: 1 })
      const invalid = (await upload(path, project.owner, { content: '任务,权重\n退款,很多\n' })).json()
      expect(invalid).toMatchObject({ version: null, errors: [{ place: '第2行' }] })
    })

    it('is exported as a file that can be imported again', async () => {
      const bank = randomUUID()
      const { hash } = (await save(bank)).data
      const reply = await send('GET', `own-question-banks/${bank}/export?format=jsonl`, project.owner)
      const copied = randomUUID()
      const multipart = createMultipart([{ field: 'file', name: 'a.jsonl', bytes: reply.rawPayload }], DETAILS)
      await app().server.inject({
        method: 'POST',
        url: `/api/evaluation/own-question-banks/${copied}/import`,
        headers: { ...project.owner.headers, ...multipart.headers },
        payload: multipart.payload,
      })
      const imported = await send('GET', `own-question-banks/${copied}`, project.owner)
      expect(imported.json().data.hash).toBe(hash)
    })

    it('refuses unknown tasks and none, and is one of few', async () => {
      expect(await save(randomUUID(), { tasks: ['q1', 'q9'] })).toMatchObject({
        errors: [{ path: 'tasks.1', message: '题库里没有这个任务' }],
      })
      await saveTasks(project, [])
      expect(await save(randomUUID())).toMatchObject({ message: '题库至少要有一个任务' })
      await saveTasks(project, TASKS)
      for (let index = 0; index < QUESTION_BANKS.perMember; index += 1) await save(randomUUID())
      expect(await save(randomUUID())).toMatchObject({ message: '每人最多20个题库，请先删除不用的' })
    })

    it('is deleted with all versions, and with the account', async () => {
      const [bank, other] = [randomUUID(), randomUUID()]
      await save(bank)
      await save(other)
      expect((await send('DELETE', `own-question-banks/${bank}`, project.owner)).statusCode).toBe(200)
      expect((await send('GET', `own-question-banks/${bank}`, project.owner)).statusCode).toBe(404)
      await app().database.write(({ db }) => db.deleteFrom('users').where('id', '=', project.owner.id).execute())
      const rows = await app().database.read.selectFrom('questionBankVersions').select('bankId').execute()
      expect(rows.map(({ bankId }) => bankId)).not.toContain(other)
    })

    it('is read completely for the copy of its owner’s data', async () => {
      const bank = randomUUID()
      await save(bank)
      await save(bank, { tasks: ['q1'] })
      const read: unknown[] = []
      for await (const page of app().services.questionBanks.readForOwner(project.owner.id)) read.push(...page)
      expect(read).toMatchObject([
        { id: bank, version: 1, tasks: [{ key: 'q1' }, { key: 'q2' }] },
        { id: bank, version: 2, tasks: [{ key: 'q1' }] },
      ])
    })
  })

  describe('a copy in a project', () => {
    it('names the bank, its version and hash, and is made once', async () => {
      const bank = randomUUID()
      const { hash } = (await save(bank)).data
      const target = await prepareProject(app())
      expect(toResult(await copy(bank, target))).toMatchObject({ status: 404 })
      const own = { ...target, owner: project.owner, client: project.client, id: project.id }
      expect((await copy(bank, own)).json()).toMatchObject({ added: 2, known: 0 })
      expect((await copy(bank, own)).json()).toMatchObject({ added: 0, known: 2 })
      expect(await listTasks(project)).toMatchObject([
        { key: 'q1', origin: null },
        { key: 'q2', origin: null },
        {
          key: 'q1-1',
          criterion: null,
          origin: { bank, title: '制度问答', version: 1, hash, task: 'q1', isEdited: false },
        },
        { key: 'q2-1', isSealed: true, origin: { task: 'q2', isEdited: false } },
      ])
    })

    it('says that it was edited once its content differs, whatever the client claims', async () => {
      const bank = await publishBank()
      await saveTasks(project, [])
      await copy(bank, project, { tasks: ['q1'] })
      const [task] = await listTasks(project)
      const reweighted = createTask({ key: 'q1', title: '', ...task, weight: 5, criterion: 't1', repeats: 3 })
      await saveTasks(project, [reweighted])
      expect(await listTasks(project)).toMatchObject([{ weight: 5, origin: { isEdited: false } }])
      await saveTasks(project, [{ ...reweighted, title: '年假多少天？' }])
      expect(await listTasks(project)).toMatchObject([{ title: '年假多少天？', origin: { bank, isEdited: true } }])
      await saveTasks(project, [reweighted])
      expect(await listTasks(project)).toMatchObject([{ origin: { isEdited: false } }])
    })

    it('keeps its origin if a file that can’t say it replaces it', async () => {
      const bank = await publishBank()
      await saveTasks(project, [])
      await copy(bank, project, { tasks: ['q1'] })
      const multipart = createMultipart([{ field: 'file', name: 'a.csv', bytes: '编号,任务\nq1,年假多少天？\n' }])
      await app().server.inject({
        method: 'POST',
        url: `/api/evaluation/projects/${project.id}/tasks/import`,
        headers: { ...project.owner.headers, ...multipart.headers },
        payload: multipart.payload,
      })
      expect(await listTasks(project)).toMatchObject([{ title: '年假多少天？', origin: { bank, isEdited: true } }])
    })

    it('keeps its origin only in the project that copied it, from whichever file or save', async () => {
      const bank = await publishBank()
      await saveTasks(project, [])
      await copy(bank, project, { tasks: ['q1'] })
      const lines = (await send('GET', `projects/${project.id}/tasks/export?format=jsonl`, project.owner)).body
      expect((await importLines(project, lines)).json()).toMatchObject({ unchanged: 1, errors: [] })
      expect(await listTasks(project)).toMatchObject([{ origin: { bank, isEdited: false } }])
      const other = await prepareProject(app())
      expect((await importLines(other, lines)).json()).toMatchObject({ added: 1, errors: [] })
      expect(await listTasks(other)).toMatchObject([{ key: 'q1', origin: null }])
      await saveTasks(other, await listTasks(project))
      expect(await listTasks(other)).toMatchObject([{ key: 'q1', origin: null }])
    })

    it.each([
      ['bank', 'nonexistent'],
      ['version', 99],
      ['hash', 'a'.repeat(64)],
      ['taskHash', 'a'.repeat(64)],
      ['task', 'q2'],
    ])('has no origin whose %s was invented', async (field, value) => {
      const bank = await publishBank()
      await saveTasks(project, [])
      await copy(bank, project, { tasks: ['q1'] })
      const [task] = await listTasks(project)
      const forged = { ...task, key: 'x', title: '另一题', origin: { ...task?.origin, [field]: value } }
      await importLines(project, JSON.stringify(forged))
      await importLines(project, JSON.stringify({ ...forged, key: undefined, title: '又一题' }))
      expect((await listTasks(project)).map(({ origin }) => origin?.bank)).toEqual([bank, undefined, undefined])
      expect((await saveTasks(project, [task ?? {}, forged])).statusCode).toBe(200)
      expect((await listTasks(project)).map(({ origin }) => origin?.bank)).toEqual([bank, undefined])
    })

    it('says the title of its bank, whatever the client claims', async () => {
      const bank = await publishBank()
      await saveTasks(project, [])
      await copy(bank, project, { tasks: ['q1'] })
      const [task] = await listTasks(project)
      await saveTasks(project, [{ ...task, origin: { ...task?.origin, title: '国家级权威题库' } }])
      expect(await listTasks(project)).toMatchObject([{ origin: { bank, title: '制度问答' } }])
    })

    it('names its bank in an exported table, which can be imported again', async () => {
      await copy(await publishBank({ title: '制度' }), project, { tasks: ['q1'] })
      const path = `projects/${project.id}/tasks`
      const csv = await send('GET', `${path}/export?format=csv`, project.owner)
      expect(csv.body).toContain('“制度”第1版')
      const multipart = createMultipart([{ field: 'file', name: 'a.csv', bytes: csv.rawPayload }], { mode: 'dry-run' })
      const dryRun = await app().server.inject({
        method: 'POST',
        url: `/api/evaluation/${path}/import`,
        headers: { ...project.owner.headers, ...multipart.headers },
        payload: multipart.payload,
      })
      expect(dryRun.json()).toMatchObject({ added: 0, changed: 0, errors: [], notes: [] })
    })

    it('is refused after 定稿', async () => {
      const bank = await publishBank()
      await app().database.write(({ db }) =>
        db.updateTable('evaluationProjects').set({ status: 'final' }).where('id', '=', project.id).execute(),
      )
      expect(toResult(await copy(bank))).toMatchObject({ status: 409 })
    })
  })

  describe('a bank of the platform', () => {
    it('is offered once staff have published a version, until it is withdrawn', async () => {
      const bank = randomUUID()
      const imported = (await upload(`platform-question-banks/${bank}`, editor)).json()
      expect(imported).toMatchObject({ version: 1, notes: [{ message: '平台的题库是公开的，没有照搬“密封”' }] })
      const listed = async () =>
        (await send('GET', 'question-banks', null)).json().data.filter(({ id }: { id: string }) => id === bank)
      expect(await listed()).toEqual([])
      expect((await send('GET', `question-banks/${bank}`, null)).statusCode).toBe(404)
      expect((await copy(bank)).statusCode).toBe(404)
      await send('POST', `platform-question-banks/${bank}/publication`, editor, { version: 1 })
      expect(await listed()).toMatchObject([
        { version: 1, isPlatform: true, severalTurns: 0, kinds: [{ kind: 'human', tasks: 2 }] },
      ])
      const { tasks } = (await send('GET', `question-banks/${bank}`, null)).json().data
      expect(tasks).toMatchObject([{ key: 'q1' }, { key: 'q2', isSealed: false }])
      await send('DELETE', `platform-question-banks/${bank}/publication`, editor)
      expect(await listed()).toEqual([])
      expect((await send('GET', `question-banks/${bank}?version=1`, null)).statusCode).toBe(404)
    })

    it('shows a new version only to staff until it is published', async () => {
      const bank = await publishBank()
      await upload(`platform-question-banks/${bank}`, editor, { content: '任务\n差旅\n' })
      expect((await send('GET', `question-banks/${bank}`, null)).json().data.version).toBe(1)
      expect((await send('GET', `question-banks/${bank}?version=2`, null)).statusCode).toBe(404)
      expect((await copy(bank, project, { version: 2 })).statusCode).toBe(404)
      const staff = (await send('GET', `platform-question-banks/${bank}`, editor)).json().data
      expect(staff).toMatchObject({ version: 2, taskCount: 1 })
      const list = (await send('GET', 'platform-question-banks', editor)).json().data
      expect(list).toContainEqual(expect.objectContaining({ id: bank, version: 2, publishedVersion: 1 }))
      const unknown = await send('POST', `platform-question-banks/${bank}/publication`, editor, { version: 3 })
      expect(toResult(unknown)).toMatchObject({ status: 404 })
    })

    it('is not a member’s to change, nor a member’s bank staff’s', async () => {
      const bank = await publishBank()
      expect((await upload(`own-question-banks/${bank}`, project.owner)).statusCode).toBe(404)
      const own = randomUUID()
      await save(own)
      expect((await upload(`platform-question-banks/${own}`, editor)).statusCode).toBe(404)
      expect((await send('GET', `platform-question-banks/${own}`, editor)).statusCode).toBe(404)
    })

    it('records who changed it, without its content', async () => {
      const bank = await publishBank({ title: '保密的题库' })
      const entries = await app()
        .database.read.selectFrom('auditEntries')
        .select(['action', 'detail'])
        .where('target', '=', bank)
        .execute()
      expect(entries).toMatchObject([
        { action: 'evaluation.bank', detail: '导入2个任务，第1版' },
        { action: 'evaluation.bank', detail: '发布第1版' },
      ])
    })

    it('gives agents the material that comes with it', async () => {
      const id = randomUUID()
      const sample = {
        ...DETAILS,
        id,
        description: '',
        tasks: [createTask({ key: 'q1', title: '年假有几天？' })],
        material: { name: '员工手册', text: '# 员工手册' },
      }
      await app().database.write((transaction) => app().services.questionBanks.addSamples(transaction, [sample]))
      expect((await send('GET', `question-banks/${id}`, null)).json().data.material).toEqual({ name: '员工手册' })
      const file = await send('GET', `question-banks/${id}/material`, null)
      expect(file.headers['content-type']).toBe('text/markdown; charset=utf-8')
      expect(file.body).toBe('# 员工手册')
      await upload(`platform-question-banks/${id}`, editor)
      const newer = (await send('GET', `platform-question-banks/${id}`, editor)).json().data
      expect(newer).toMatchObject({ version: 2, material: { name: '员工手册' } })
      expect((await send('GET', `question-banks/${await publishBank()}/material`, null)).statusCode).toBe(404)
    })
  })
})

type Upload = { content?: string; mode?: string; title?: string; licence?: string; source?: string }

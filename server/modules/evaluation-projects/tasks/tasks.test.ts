import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Task } from '#contracts/evaluation-projects/task.ts'
import type { TaskImport } from '#contracts/evaluation-projects/task-import.ts'
import { readTable } from '#server/platform/tables/read-table.ts'
import { type PreparedProject, prepareProject, saveMethod } from '#testing/factories/evaluation-projects.ts'
import { createMultipart } from '#testing/multipart.ts'
import { toResult } from '#testing/result.ts'
import { onEveryDatabase } from '#testing/test-app.ts'

const TASK = {
  key: 'q1',
  title: '年假天数',
  turns: ['{{岗位}}有几天年假？', '出处是哪一条？\n原文照抄。'],
  variables: { 岗位: '工程师' },
  expected: '5天',
  acceptance: '答出天数',
  checks: [
    { kind: 'containsAll', values: ['第三条', '5天'] },
    { kind: 'noneOf', values: ['13800000000'] },
    { kind: 'number', value: 5, tolerance: 0 },
    { kind: 'contains', value: '制度', weight: 2, ignoreCase: true },
    { kind: 'number', value: 3, tolerance: 1, isNegated: true },
  ],
  threshold: 0.5,
  weight: 2,
  criterion: 't1',
  repeats: 3,
  tags: ['制度', '人事'],
  variants: ['{{岗位}}的年假是多少天？', '年假几天？'],
  isSealed: true,
}

onEveryDatabase('tasks of a project', (app) => {
  let project: PreparedProject
  beforeAll(() => saveMethod(app()))
  beforeEach(async () => {
    project = await prepareProject(app())
  })
  const getUrl = (path: string) => `/api/evaluation/projects/${project.id}/tasks${path}`
  const saveTasks = (tasks: object[]) => project.client.send('PUT', `/projects/${project.id}/tasks`, { tasks })
  const listTasks = async (): Promise<Task[]> => (await project.client.get(project.id)).json().data.tasks
  const download = async (path: string) => {
    const reply = await app().server.inject({ url: getUrl(path), headers: project.owner.headers })
    return reply.rawPayload
  }
  type Import = { content: string | Buffer; filename?: string; mode?: string; candidate?: string }
  function upload({ content, filename = 'tasks.csv', mode = 'apply', candidate }: Import) {
    const multipart = createMultipart([{ field: 'file', name: filename, bytes: content }], {
      mode,
      ...(candidate !== undefined && { candidate }),
    })
    return app().server.inject({
      method: 'POST',
      url: getUrl('/import'),
      headers: { ...project.owner.headers, ...multipart.headers },
      payload: multipart.payload,
    })
  }
  const importTasks = async (file: Import): Promise<TaskImport> => (await upload(file)).json()

  describe('a table of tasks', () => {
    it.each(['csv', 'xlsx', 'jsonl'])('keeps everything in an export and an import as %s', async (format) => {
      await saveTasks([TASK])
      const [saved] = await listTasks()
      const content = await download(`/export?format=${format}`)
      await saveTasks([])
      const result = await importTasks({ content, filename: `tasks.${format}` })
      expect(result).toMatchObject({ added: 1, changed: 0, errors: [], notes: [] })
      expect(await listTasks()).toEqual([{ ...saved, checks: expect.arrayContaining(saved?.checks ?? []) }])
      expect(await importTasks({ content, filename: `tasks.${format}` })).toMatchObject({ added: 0, unchanged: 1 })
    })

    it('replaces tasks with the same number, and adds those without one once', async () => {
      await saveTasks([{ key: 'q1', title: '退款' }])
      const content = '编号,任务,准则,权重\nq1,退款期限,准确性,3\n,改地址,,\n'
      expect(await importTasks({ content, mode: 'dry-run' })).toMatchObject({ added: 1, changed: 1 })
      expect((await listTasks()).map(({ title }) => title)).toEqual(['退款'])
      expect(await importTasks({ content })).toMatchObject({ added: 1, changed: 1, unchanged: 0 })
      expect(await listTasks()).toMatchObject([
        { key: 'q1', title: '退款期限', criterion: 't1', weight: 3 },
        { key: 'task-1', title: '改地址' },
      ])
      expect(await importTasks({ content })).toMatchObject({ added: 0, changed: 0, unchanged: 2 })
    })

    it.each(['yaml', 'json'])('adds nothing if its own export as %s is imported', async (format) => {
      await saveTasks([
        { key: 'q1', title: '退款几天到账？', checks: [{ kind: 'refuses' }] },
        { key: 'q2', title: '年假', turns: ['几天年假？'] },
      ])
      const content = await download(`/export?format=${format}`)
      expect(await importTasks({ content, filename: `tasks.${format}` })).toMatchObject({ added: 0, unchanged: 2 })
    })

    it('reports every error with its row, and imports nothing', async () => {
      const content =
        '任务,准则,权重,其他检查,密封,来源\n,,,,,\n退款,没有的,,,,手册\n改地址,,很多,{},也许,\n开票,,,"[{""kind"":""regex"",""pattern"":""(""}]",,\n'
      const result = await importTasks({ content })
      expect(result).toMatchObject({ added: 0, notes: [{ place: '全文', message: '没有用到的列：来源' }] })
      expect(result.errors.map(({ place, message }) => `${place} ${message}`)).toEqual([
        '第3行 没有准则“没有的”',
        '第4行 “密封”应填是或否',
        '第4行 “其他检查”须是JSON列表',
        '第4行 “权重”应填数',
        expect.stringMatching(/^第5行 checks\.0\.pattern：正则表达式有误/),
      ])
      expect(await listTasks()).toEqual([])
    })

    it('has a template, whose examples aren’t imported', async () => {
      const content = await download('/template')
      const reply = await upload({ content, filename: 'template.xlsx' })
      expect(toResult(reply)).toMatchObject({ status: 400, message: '文件里没有数据行' })
      const { columns, rows } = await readTable(content, { sheet: '示例' })
      expect([columns.slice(0, 3), rows.length]).toEqual([['编号', '任务', '消息'], 2])
    })
  })

  describe('a log', () => {
    const log = JSON.stringify({
      eval: { task: 'refunds' },
      samples: [
        { id: 1, epoch: 1, input: '退款几天到账？', target: '7天', scores: { match: { value: 'C' } }, total_time: 2 },
        { id: 1, epoch: 2, input: '退款几天到账？', target: '7天', scores: { match: { value: 'I' } }, total_time: 3 },
      ],
    })

    it('adds its trials to a given candidate once', async () => {
      const file = { content: log, filename: 'log.json', candidate: 'a' }
      expect(await importTasks({ ...file, mode: 'dry-run' })).toMatchObject({ added: 1, trials: 2, foundTrials: 2 })
      expect(await importTasks(file)).toMatchObject({ added: 1, trials: 2 })
      expect(await importTasks(file)).toMatchObject({ unchanged: 1, trials: 0 })
      const { trials } = (await project.client.get(project.id)).json().data
      expect(trials).toMatchObject([
        { task: 'task-1', candidate: 'a', isPassed: true, seconds: 2 },
        { task: 'task-1', candidate: 'a', isPassed: false, seconds: 3 },
      ])
    })

    it('adds no trials without a candidate, and rejects an unknown one', async () => {
      expect(await importTasks({ content: log, filename: 'log.json' })).toMatchObject({ trials: 0, foundTrials: 2 })
      const reply = await upload({ content: log, filename: 'log.json', candidate: 'x' })
      expect(toResult(reply)).toMatchObject({ status: 400, errors: [{ path: 'candidate', message: '没有这个候选' }] })
    })
  })

  it('validates the checks of promptfoo like all others', async () => {
    const content = 'prompts: ["{{question}}"]\ntests: [{vars: {question: 退款}, assert: [{type: regex, value: "("}]}]'
    expect(await importTasks({ content, filename: 'promptfooconfig.yaml' })).toMatchObject({
      errors: [{ place: '第1个提示词、第1个测试', message: expect.stringContaining('正则表达式有误') }],
    })
  })

  it.each([
    ['a line that isn’t JSON', '{"title":"退款"}\n{"title"', 'tasks.jsonl', ['第2行 不是有效的JSON：{"title"']],
    [
      'lines that aren’t JSON, the first by name and the others by number',
      `{"title":"退款"}\n${'{"title"\n'.repeat(1_000)}`,
      'tasks.jsonl',
      [
        ...Array.from({ length: 20 }, (_item, index) => `第${index + 2}行 不是有效的JSON：{"title"`),
        '全文 另有980行不是有效的JSON',
      ],
    ],
    [
      'a file that isn’t JSON at all',
      `[\n${'  {"title":"退款"\n'.repeat(1_000)}]`,
      'tasks.json',
      ['全文 不是有效的JSON，也没有一行是有效的JSON'],
    ],
    ['an item that isn’t a task', '[{"title":"退款"},1]', 'tasks.json', ['第2项 不是一个任务']],
    [
      'a field of a wrong type',
      '[{"title":"退款","weight":"重"}]',
      'tasks.json',
      [expect.stringMatching(/^第1项 weight：/)],
    ],
  ])('reports %s', async (_case, content, filename, expected) => {
    const { errors } = await importTasks({ content, filename })
    expect(errors.map(({ place, message }) => `${place} ${message}`)).toEqual(expected)
  })

  it('refuses others than the owner', async () => {
    const stranger = await prepareProject(app())
    for (const [method, path] of [
      ['GET', '/export'],
      ['GET', '/template'],
      ['POST', '/import'],
    ] as const) {
      const multipart = createMultipart([{ field: 'file', name: 'a.csv', bytes: '任务\n退款\n' }])
      const reply = await app().server.inject({
        method,
        url: getUrl(path),
        headers: { ...stranger.owner.headers, ...(method === 'POST' && multipart.headers) },
        ...(method === 'POST' && { payload: multipart.payload }),
      })
      expect(reply.statusCode).toBe(404)
    }
  })
})

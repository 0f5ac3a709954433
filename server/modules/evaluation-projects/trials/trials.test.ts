import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import type { Judging } from '#contracts/evaluation-projects/score.ts'
import { readTable } from '#server/platform/tables/read-table.ts'
import { type PreparedProject, prepareProject, saveMethod } from '#testing/factories/evaluation-projects.ts'
import { openZip } from '#testing/factories/zip.ts'
import { createMultipart } from '#testing/multipart.ts'
import { toResult } from '#testing/result.ts'
import { onEveryDatabase } from '#testing/test-app.ts'

onEveryDatabase('trials of a project', (app) => {
  let project: PreparedProject
  const createTrial = (fields: object = {}) => ({
    id: randomUUID(),
    task: 'q1',
    candidate: 'a',
    isPassed: true,
    ...fields,
  })
  beforeAll(() => saveMethod(app()))
  beforeEach(async () => {
    project = await prepareProject(app())
    await saveTasks(tasks)
  })
  const saveTasks = (tasks: object[]) => project.client.send('PUT', `/projects/${project.id}/tasks`, { tasks })
  const addTrials = (trials: object[]) => project.client.send('POST', `/projects/${project.id}/trials`, { trials })
  const readTrials = async () => (await project.client.get(project.id)).json().data.trials
  const tasks = [
    { key: 'q1', title: '退款', criterion: 't1', weight: 2 },
    { key: 'q2', title: '改地址', criterion: 't1' },
  ]

  it('saves tasks that contribute to criteria', async () => {
    expect((await saveTasks(tasks)).json().data.tasks).toMatchObject(tasks)
  })

  it('rejects tasks with a duplicate key or an unknown criterion', async () => {
    const reply = await saveTasks([...tasks, { key: 'q1', title: '重复' }, { key: 'q3', title: '错', criterion: 'x' }])
    expect(reply.json().errors).toEqual([
      { path: 'tasks.2.key', message: '任务的键名重复' },
      { path: 'tasks.3.criterion', message: '没有这条准则' },
    ])
  })

  it('saves what a task asks and how its reply is checked', async () => {
    const task = {
      key: 'q3',
      title: '年假天数',
      turns: ['{{岗位}}有几天年假？', '出处是哪一条？'],
      variables: { 岗位: '工程师' },
      expected: '5天',
      checks: [{ kind: 'number', value: 5, tolerance: 0, weight: 1, isNegated: false }],
      threshold: 0.5,
      repeats: 3,
      tags: ['制度'],
      variants: ['{{岗位}}的年假是多少天？'],
      isSealed: true,
    }
    expect((await saveTasks([...tasks, task])).json().data.tasks.at(-1)).toEqual({
      ...task,
      acceptance: '',
      weight: 1,
      criterion: null,
      origin: null,
    })
  })

  it('rejects unknown variables and checks that can’t be compiled, with their paths', async () => {
    const reply = await saveTasks([
      ...tasks,
      { key: 'q3', title: '年假', turns: ['{{岗位}}有几天年假？'], variables: { 城市: '北京' } },
    ])
    expect(reply.json().errors).toEqual([{ path: 'tasks.2.turns.0', message: '没有变量“岗位”' }])
    const checked = await saveTasks([...tasks, { key: 'q3', title: '年假', checks: [{ kind: 'regex', pattern: '(' }] }])
    expect(toResult(checked)).toMatchObject({
      status: 400,
      errors: [{ path: 'tasks.2.checks.0.pattern', message: expect.stringContaining('正则表达式有误') }],
    })
  })

  it('shows sealed tasks to the owner only', async () => {
    await saveTasks([
      { key: 'q1', title: '退款' },
      { key: 'q2', title: '密题', isSealed: true },
    ])
    const { link } = (await project.client.send('POST', `/projects/${project.id}/reader-link`, { days: 30 })).json()
      .data
    const opened = await app().server.inject({
      method: 'POST',
      url: '/api/evaluation/readings',
      payload: { token: link.split('#')[1] },
    })
    await addTrials([createTrial({ task: 'q2', note: '密题是……' }), createTrial()])
    await project.client.changeStatus(project.id, 'scoring')
    await project.guest.declare(project.judge.access)
    const judging = (await project.guest.open(project.judge.access)).json().data
    const reopened = await app().server.inject({
      method: 'POST',
      url: '/api/evaluation/readings',
      payload: { token: link.split('#')[1] },
    })
    expect([judging.trials.length, reopened.json().data.trials.length]).toEqual([1, 1])
    const reply = await project.guest.send('POST', '/judging/trials', {
      access: project.judge.access,
      trials: [createTrial({ task: 'q2' })],
    })
    expect(reply.json().errors).toEqual([{ path: 'trials.0.task', message: '没有这个任务' }])
    const own = (await project.client.get(project.id)).json().data
    const listKeys = ({ tasks: list }: { tasks: { key: string }[] }) => list.map(({ key }) => key)
    expect([opened.json().data, judging, own].map(listKeys)).toEqual([['q1'], ['q1'], ['q1', 'q2']])
  })

  it('adds a trial once, even if it is sent repeatedly', async () => {
    const first = createTrial({ seconds: 3.25, cost: 0.1 })
    expect((await addTrials([first])).json().added).toBe(1)
    expect((await addTrials([first, first, createTrial({ isPassed: false })])).json().added).toBe(1)
    expect(await readTrials()).toMatchObject([
      { id: first.id, seconds: 3.25, cost: 0.1, runner: project.owner.name },
      { isPassed: false, seconds: null },
    ])
  })

  it('accepts an id that another project has', async () => {
    const trial = createTrial()
    await addTrials([trial])
    const second = await prepareProject(app())
    await second.client.send('PUT', `/projects/${second.id}/tasks`, { tasks })
    const reply = await second.client.send('POST', `/projects/${second.id}/trials`, { trials: [trial] })
    expect(reply.json().added).toBe(1)
  })

  it('rejects unknown tasks and candidates with their paths', async () => {
    const reply = await addTrials([createTrial(), createTrial({ task: 'x', candidate: 'y' })])
    expect(toResult(reply)).toMatchObject({
      status: 400,
      errors: [
        { path: 'trials.1.task', message: '没有这个任务' },
        { path: 'trials.1.candidate', message: '没有这个候选' },
      ],
    })
  })

  it('rejects the removal of tasks with trials', async () => {
    await addTrials([createTrial()])
    const reply = await saveTasks([{ key: 'q2', title: '改地址' }])
    expect(toResult(reply)).toMatchObject({ status: 409, message: '已有试次的任务不能删除' })
  })

  it('accepts trials from judges, and suggests scores', async () => {
    await addTrials([createTrial(), createTrial({ isPassed: false })])
    await project.client.changeStatus(project.id, 'scoring')
    await project.guest.declare(project.judge.access)
    const reply = await project.guest.send('POST', '/judging/trials', {
      access: project.judge.access,
      trials: [createTrial({ task: 'q2' })],
    })
    expect(reply.json().added).toBe(1)
    const judging: Judging = (await project.guest.open(project.judge.access)).json().data
    // 退款 has weight 2 and passes one of two trials; 改地址 has weight 1 and passes its only trial.
    expect(judging.suggestions).toEqual([
      { candidate: 'a', criterion: 't1', score: 67, passed: 2, trials: 3, grade: 'verified', run: null },
    ])
    expect([judging.tasks.length, judging.trials.at(-1)?.runner]).toEqual([2, '李评委'])
  })

  it('calculates figures, even with one trial per task', async () => {
    await addTrials([createTrial(), createTrial({ isPassed: false }), createTrial({ task: 'q2' })])
    await project.client.changeStatus(project.id, 'scoring')
    await project.guest.declare(project.judge.access)
    const { trialAnalysis } = (await project.client.send('GET', `/projects/${project.id}/analysis`)).json().data
    expect(trialAnalysis.candidates).toMatchObject([{ key: 'a', tasks: 2, trials: 3, passed: 2, passHat: [0.75] }])
    expect(JSON.stringify(trialAnalysis)).not.toMatch(/NaN|Infinity/)
  })

  it('omits a candidate that was removed from the setup', async () => {
    const { client, id } = project
    await addTrials([createTrial()])
    const { name, setup } = (await client.get(id)).json().data
    await client.update(id, { name, setup: { ...setup, candidates: [{ key: 'c', name: '丙' }] } })
    expect((await client.send('GET', `/projects/${id}/analysis`)).json().data.trialAnalysis).toBeNull()
    await client.update(id, { name, setup })
    expect((await client.send('GET', `/projects/${id}/analysis`)).json().data.trialAnalysis).toMatchObject({
      candidates: [{ key: 'a' }],
    })
  })

  it('removes a trial, and restores it as it is given the next time', async () => {
    const { id } = createTrial()
    await addTrials([createTrial({ id })])
    const remove = () => project.client.send('DELETE', `/projects/${project.id}/trials/${id}`)
    expect([(await remove()).statusCode, (await remove()).statusCode]).toEqual([200, 404])
    expect(await readTrials()).toEqual([])
    const reply = await addTrials([createTrial({ id, task: 'q2', isPassed: false })])
    expect(reply.json().added).toBe(1)
    expect(await readTrials()).toMatchObject([{ id, task: 'q2', isPassed: false }])
  })

  it('accepts at most 2,000 trials', async () => {
    await addTrials([createTrial()])
    const reply = await addTrials(Array.from({ length: 2_000 }, () => createTrial()))
    expect(toResult(reply)).toMatchObject({ status: 409, message: '试次最多2000个' })
  })
})

onEveryDatabase('an import of trials', (app) => {
  let project: PreparedProject
  beforeAll(() => saveMethod(app()))
  beforeEach(async () => {
    project = await prepareProject(app())
    await project.client.send('PUT', `/projects/${project.id}/tasks`, {
      tasks: [{ key: 'q1', title: '退款', criterion: 't1' }],
    })
  })
  const importFile = (bytes: Buffer | string, mode = 'apply') => {
    const { headers, payload } = createMultipart([{ field: 'file', name: '试次.csv', bytes }], { mode })
    return app().server.inject({
      method: 'POST',
      url: `/api/evaluation/projects/${project.id}/trials/import`,
      headers: { ...headers, ...project.owner.headers },
      payload,
    })
  }
  const read = async () => (await project.client.get(project.id)).json().data
  const HEADING = '任务,候选,是否通过,秒,费用,备注,执行人'
  const FILE = `${HEADING}\n退款,甲,是,3.5,0.12,一次,小王\n退款,乙,否,,,,\n改地址,甲,通过,"1,200",0,,`

  it('reports every invalid row, and adds none', async () => {
    const reply = await importFile(
      [
        HEADING,
        '退款,甲,是,,,',
        ',甲,是,,,',
        '退款,丙,是,,,',
        '退款,甲,大概,,,',
        '退款,甲,是,很快,,',
        '退款,甲,是,,-1,',
      ].join('\n'),
    )
    expect({ status: reply.statusCode, body: reply.json() }).toEqual({
      status: 200,
      body: {
        success: true,
        added: 0,
        known: 0,
        ignoredColumns: [],
        newTasks: [],
        preview: [expect.objectContaining({ row: 2 })],
        errors: [
          { row: 3, message: '任务（A3）：请填写任务' },
          { row: 4, message: '候选（B4）：没有候选“丙”，请与项目中的名称一致' },
          { row: 5, message: '是否通过（C5）：“是否通过”应填是或否' },
          { row: 6, message: expect.stringMatching(/^秒（D6）：/) },
          { row: 7, message: expect.stringMatching(/^费用（E7）：/) },
        ],
      },
    })
    expect((await read()).trials).toEqual([])
  })

  it('reads full-width words and numbers, below a title', async () => {
    const reply = await importFile(`测试记录\n${HEADING}\n退款,甲,Ｙ,１２．５,"１，２００",,`, 'dry-run')
    expect(reply.json()).toMatchObject({
      added: 1,
      errors: [],
      preview: [{ row: 3, isPassed: true, seconds: 12.5, cost: 1200 }],
    })
  })

  it('names the columns that it ignores', async () => {
    const reply = await importFile('任务,候选,是否通过,耗时（秒）,\n退款,甲,是,3.5,', 'dry-run')
    expect(reply.json()).toMatchObject({ added: 1, ignoredColumns: ['耗时（秒）'] })
  })

  it('previews what it would add, without adding it', async () => {
    expect((await importFile(FILE, 'dry-run')).json()).toEqual({
      success: true,
      added: 3,
      known: 0,
      errors: [],
      ignoredColumns: [],
      newTasks: ['改地址'],
      preview: [
        {
          row: 2,
          task: '退款',
          candidate: '甲',
          isPassed: true,
          seconds: 3.5,
          cost: 0.12,
          note: '一次',
          runner: '小王',
        },
        expect.objectContaining({ row: 3, candidate: '乙', isPassed: false, runner: project.owner.name }),
        expect.objectContaining({ row: 4, task: '改地址', seconds: 1200 }),
      ],
    })
    expect(await read()).toMatchObject({ trials: [], tasks: { length: 1 } })
  })

  it('rejects an unknown mode', async () => {
    expect((await importFile(FILE, 'maybe')).json().errors).toEqual([
      { path: 'mode', message: '请说明是试运行还是导入' },
    ])
  })

  it('adds all rows and new tasks', async () => {
    expect((await importFile(FILE)).json()).toMatchObject({ added: 3, errors: [] })
    const { tasks, trials } = await read()
    expect(tasks).toMatchObject([{ key: 'q1' }, { key: 'task-1', title: '改地址', criterion: null }])
    expect(trials).toMatchObject([
      { task: 'q1', candidate: 'a', isPassed: true, seconds: 3.5, cost: 0.12, note: '一次', runner: '小王' },
      { task: 'q1', candidate: 'b', isPassed: false, seconds: null, cost: null, runner: project.owner.name },
      { task: 'task-1', candidate: 'a', seconds: 1200, cost: 0 },
    ])
  })

  it('adds nothing if repeated', async () => {
    await importFile(FILE)
    expect((await importFile(FILE)).json()).toMatchObject({ added: 0, known: 3, errors: [] })
    expect((await read()).trials).toHaveLength(3)
  })

  it('accepts the completed template', async () => {
    await importFile(FILE)
    const reply = await project.client.send('GET', `/projects/${project.id}/trials/template`)
    const table = await readTable(reply.rawPayload)
    expect(table.columns).toEqual(HEADING.split(','))
    expect(table.rows.map(({ values }) => [...values.values()])).toEqual([
      ['退款', '甲'],
      ['退款', '乙'],
      ['改地址', '甲'],
      ['改地址', '乙'],
    ])
  })

  it.each([
    ['without a required column', '任务,候选\n退款,甲', 400, '缺少列：是否通过。可以下载模板填写'],
    ['without rows', HEADING, 400, '文件里没有数据行'],
    ['that is a PDF', '%PDF-1.7', 415, '只支持CSV、XLSX、JSON格式的文件'],
    ['that is too large', Buffer.alloc(10 * 1024 * 1024 + 1, 'a'), 413, '文件大小不能超过10MB'],
  ])('rejects a file %s', async (_, bytes, status, message) => {
    const reply = await importFile(bytes)
    expect(toResult(reply)).toMatchObject({ status, message })
  })

  it('writes a name that looks like a formula as text in the export', async () => {
    await importFile(FILE)
    const { name, setup } = await read()
    const candidates = [{ key: 'a', name: '=HYPERLINK("http://evil","x")' }, ...setup.candidates.slice(1)]
    await project.client.update(project.id, { name, setup: { ...setup, candidates } })
    const reply = await project.client.send('GET', `/projects/${project.id}/export?format=xlsx`)
    const zip = openZip(reply.rawPayload)
    for (const sheet of zip.names.filter((item) => item.includes('worksheets/sheet')))
      expect(zip.read(sheet)).not.toMatch(/<f[ >][^<]*HYPERLINK/)
    const json = JSON.parse((await project.client.send('GET', `/projects/${project.id}/export`)).body)
    expect(json).toMatchObject({ project: { trials: { length: 3 } }, trialAnalysis: { candidates: { length: 2 } } })
  })
})

import { expect, it } from 'vitest'
import { createTask } from '#contracts/rules/evaluation/create-task.ts'
import { readPromptfoo, writePromptfoo } from './promptfoo.ts'

const CONFIG = `
prompts:
  - '作为{{岗位}}回答：{{question}}'
  - file://prompts/other.txt
defaultTest:
  vars:
    岗位: 客服
  assert:
    - type: latency
      threshold: 5000
tests:
  - description: 退款期限
    vars:
      question: 退款几天到账？
    threshold: 0.5
    assert:
      - type: icontains-any
        value: 7个工作日, 七个工作日
        weight: 2
      - type: not-regex
        value: 无法\\w+
      - type: javascript
        value: output.length < 100
      - type: llm-rubric
        value: 语气客气
  - vars:
      question: [怎么改地址？, 怎么开发票？]
  - file://more.csv
`

it('reads a task for each prompt and test, with variables and assertions', () => {
  const { tasks, notes } = readPromptfoo(CONFIG)
  expect(tasks).toEqual([
    {
      place: '第1个提示词、第1个测试',
      fields: {
        title: '退款期限',
        turns: ['作为{{岗位}}回答：{{question}}'],
        variables: { 岗位: '客服', question: '退款几天到账？' },
        threshold: 0.5,
        checks: [
          { kind: 'latency', atMostMs: 5000 },
          { kind: 'containsAny', values: ['7个工作日', '七个工作日'], ignoreCase: true, weight: 2 },
          { kind: 'regex', pattern: '无法\\w+', isNegated: true },
          { kind: 'rubric', text: '语气客气' },
        ],
      },
    },
    expect.objectContaining({ fields: expect.objectContaining({ title: '作为客服回答：怎么改地址？' }) }),
    expect.objectContaining({ fields: expect.objectContaining({ title: '作为客服回答：怎么开发票？' }) }),
  ])
  expect(notes).toEqual([
    { place: '第2项', message: '没有读取另外的文件：file://prompts/other.txt' },
    { place: '第3项', message: '没有读取另外的文件：file://more.csv' },
    { place: '第1个提示词、第1个测试', message: '不支持的检查：javascript' },
  ])
})

it('reads the user’s messages of a chat, and notes what it leaves out', () => {
  const chat = JSON.stringify([
    { role: 'system', content: '你是客服' },
    { role: 'user', content: '{{ question | upper }}' },
    { role: 'user', content: '出处？' },
  ])
  const { tasks, notes } = readPromptfoo(JSON.stringify({ prompts: [chat] }))
  expect(tasks.map(({ fields }) => fields.turns)).toEqual([['{{ question | upper }}', '出处？']])
  expect(notes.map(({ message }) => message)).toEqual([
    '没有照搬system的消息',
    '消息里有Nunjucks的语句或过滤器，没有照搬',
  ])
})

it.each([
  ['a list', '- a'],
  ['a broken text', 'a: [b'],
  ['an alias that contains itself', 'tests: &t [{vars: {q: *t}}]'],
  [
    'more tests than a project may have tasks',
    `prompts: [a]\ntests: [{vars: {${[...'abcdef'].map((name) => `${name}: [${Array(30).fill(1)}]`).join(', ')}}}]`,
  ],
  [
    'aliases that grow without bounds',
    `a: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b]\nd: [*c,*c,*c,*c,*c,*c,*c,*c,*c]`,
  ],
])('refuses %s', (_case, text) => {
  expect(() => readPromptfoo(text)).toThrow(expect.objectContaining({ code: 'invalid' }))
})

it('reads a schema once, to which many tests may refer, and none that contains itself', () => {
  const { tasks, notes } = readPromptfoo(`
defaultTest:
  assert:
    - { type: is-json, value: "type: object" }
    - { type: is-json, value: "&all { properties: { x: *all } }" }
tests:
  - vars: { question: [一, 二] }
`)
  const [first, second] = tasks.map(({ fields }) => fields.checks)
  expect(first).toEqual([{ kind: 'jsonSchema', schema: { type: 'object' } }])
  expect(Reflect.get(Object(second), 0).schema).toBe(Reflect.get(Object(first), 0).schema)
  expect(notes.map(({ message }) => message)).toEqual(Array(2).fill('不支持的检查：is-json'))
})

it('refuses defaults that would make far more of its tests than the file has', () => {
  const values = Array.from({ length: 2_000 }, (_value, index) => `问题${index}`)
  const defaults = { assert: [{ type: 'contains-any', value: 'a,'.repeat(20_000) }] }
  const config = JSON.stringify({ defaultTest: defaults, tests: [{ vars: { question: values } }] })
  expect(() => readPromptfoo(config)).toThrow(expect.objectContaining({ code: 'payloadTooLarge' }))
})

it('reads mappings that are merged into others', () => {
  const { tasks } = readPromptfoo('base: &base {question: 退款？}\ntests: [{vars: {<<: *base}}]')
  expect(tasks.map(({ fields }) => fields.turns)).toEqual([['退款？']])
})

it('reads what it wrote', () => {
  const task = createTask({
    key: 'q1',
    title: '退款期限',
    turns: ['{{岗位}}的退款几天到账？'],
    variables: { 岗位: '客服' },
    threshold: 0.5,
    checks: [
      {
        kind: 'containsAny',
        values: ['7,5个工作日', '七个工作日'],
        weight: 2,
        isNegated: true,
        ignoreCase: true,
        ignoreWidth: false,
        ignoreSpace: false,
        ignoreVariants: false,
      },
      { kind: 'refuses', weight: 1, isNegated: false },
    ],
  })
  const { tasks, notes } = readPromptfoo(writePromptfoo([task]))
  const { title, turns, variables, threshold } = task
  expect([tasks[0]?.fields, notes]).toEqual([
    {
      title,
      turns,
      variables,
      threshold,
      checks: [
        { kind: 'containsAny', values: ['7,5个工作日', '七个工作日'], ignoreCase: true, weight: 2, isNegated: true },
        { kind: 'refuses' },
      ],
    },
    [],
  ])
})

it('says at the beginning what it leaves out', () => {
  const text = writePromptfoo([
    createTask({ key: 'q1', title: '多轮\n对话', turns: ['问', '追问'] }),
    createTask({ key: 'q2', title: '金额', checks: [{ kind: 'human', text: '合理', weight: 1, isNegated: false }] }),
  ])
  expect(text.split('\n').slice(0, 2)).toEqual(['# 没有写出“多轮 对话”：它有多条消息', '# “金额”没有写出检查：human'])
})

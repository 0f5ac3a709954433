import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CheckRequestSchema } from '#contracts/evaluation-checks/check.ts'
import { CHECKS } from '#contracts/limits.ts'
import { checkReply, listCheckErrors } from './check-reply.ts'

type Conversation = { steps?: unknown[]; timing?: object; cost?: number; threshold?: number }
const check = (reply: string, checks: readonly object[], conversation: Conversation = {}) =>
  checkReply(CheckRequestSchema.parse({ reply, checks, ...conversation }))
/** Returns the verdict of a single check. */
const decide = (reply: string, single: object, conversation: Conversation = {}) =>
  check(reply, [single], conversation).checks[0]

const REPLY = '您好！退款将在7个工作日内到账，手续费为１２．５％，依据《售后服务手册》第三条。'
const FOLDED = { ignoreCase: true, ignoreWidth: true, ignoreSpace: true, ignoreVariants: true }

describe('checkReply', () => {
  it.each([
    { check: { kind: 'equals', value: REPLY }, isPassed: true, reason: '与要求的文字相同' },
    { check: { kind: 'equals', value: '您好' }, isPassed: false },
    { check: { kind: 'equals', value: ` ${REPLY} `, ignoreSpace: true }, isPassed: true },
    { check: { kind: 'contains', value: '退款' }, isPassed: true, reason: '第4个字起有“退款”' },
    { check: { kind: 'contains', value: '换货' }, isPassed: false, reason: '没有“换货”' },
    { check: { kind: 'contains', value: '換貨' }, isPassed: false },
    { check: { kind: 'contains', value: '手續費為 12.5%', ...FOLDED }, isPassed: true },
    { check: { kind: 'contains', value: '手續費為 12.5%' }, isPassed: false },
    { check: { kind: 'containsAny', values: ['换货', '到账'] }, isPassed: true },
    { check: { kind: 'containsAll', values: ['退款', '换货'] }, isPassed: false, reason: '没有“换货”' },
    { check: { kind: 'containsAll', values: ['退款', '到账'] }, isPassed: true },
    { check: { kind: 'noneOf', values: ['口令', '密钥'] }, isPassed: true },
    { check: { kind: 'noneOf', values: ['退款'] }, isPassed: false, reason: '第4个字起有“退款”' },
    { check: { kind: 'startsWith', value: '您好' }, isPassed: true },
    { check: { kind: 'startsWith', value: '你好' }, isPassed: false },
    { check: { kind: 'regex', pattern: '\\d+个工作日' }, isPassed: true, reason: '第8个字起的“7个工作日”符合' },
    { check: { kind: 'regex', pattern: '^退款' }, isPassed: false, reason: '没有符合正则表达式的内容' },
    { check: { kind: 'number', value: 7 }, isPassed: true, reason: '第8个字起的“7”在允许范围内' },
    { check: { kind: 'number', value: 0.12, tolerance: 0.005 }, isPassed: true },
    { check: { kind: 'number', value: 12.4, tolerance: 0.05 }, isPassed: false },
    { check: { kind: 'mentionsSource' }, isPassed: true, reason: '注明了来源“依据《售后服务手册》”' },
    { check: { kind: 'refuses' }, isPassed: false, reason: '没有拒答用语' },
    { check: { kind: 'refuses', isNegated: true }, isPassed: true, reason: '没有拒答用语' },
    { check: { kind: 'contains', value: '退款', isNegated: true }, isPassed: false },
    { check: { kind: 'length', atLeast: 10, atMost: 100 }, isPassed: true },
    { check: { kind: 'length', atMost: 10 }, isPassed: false },
    { check: { kind: 'jsonSchema', schema: true }, isPassed: false, reason: '回答不是JSON' },
    { check: { kind: 'rubric', text: '礼貌' }, isPassed: null, reason: '须由裁判模型判定' },
    { check: { kind: 'human', text: '礼貌' }, isPassed: null, reason: '须由人判定' },
    { check: { kind: 'latency', atMostMs: 5 }, isPassed: null, reason: '没有记录时间，未能判定' },
    { check: { kind: 'cost', atMost: 5 }, isPassed: null, reason: '成本未知，未能判定' },
    { check: { kind: 'calledTool', name: 'search' }, isPassed: null, reason: '没有记录步骤，未能判定' },
  ])('decides $check.kind: $isPassed for $check', ({ check: single, isPassed, reason }) => {
    expect(decide(REPLY, single)).toMatchObject({ isPassed, ...(reason !== undefined && { reason }) })
  })

  it.each([
    { flags: '', isPassed: false },
    { flags: 'i', isPassed: true },
  ])('matches letters with the flags “$flags”: $isPassed', ({ flags, isPassed }) => {
    expect(decide('Refund', { kind: 'regex', pattern: '^refund$', flags })?.isPassed).toBe(isPassed)
  })

  it('decides no edit distance that would take too long, however many are asked for', () => {
    const checks = Array.from({ length: 50 }, () => ({
      kind: 'similarity',
      method: 'levenshtein',
      value: '乙'.repeat(20_000),
      atLeast: 0.5,
    }))
    expect(check('甲'.repeat(64 * 1024), checks).checks).toEqual(
      checks.map(({ kind }) => ({ kind, isPassed: null, reason: '文字过长，未能判定' })),
    )
  })

  it('decides the edit distance of texts as long as answers are', () => {
    const similar = { kind: 'similarity', method: 'levenshtein', value: '乙'.repeat(4_000), atLeast: 0.5 }
    expect(decide('甲'.repeat(4_000), similar)?.isPassed).toBe(false)
  })

  // With time that grows with the square of the text, each of these would take half a minute or more.
  it.each([
    { kind: 'mentionsSource', reply: '《'.repeat(64 * 1024) },
    { kind: 'mentionsSource', reply: '根据《'.repeat(20 * 1024) },
    { kind: 'jsonSchema', schema: true, reply: `\`\`\`json${'\n'.repeat(60 * 1024)}` },
  ])('decides $kind of a reply that repeats itself, as often as it is asked for', ({ reply, ...single }) => {
    const { checks } = check(reply, Array<object>(CHECKS.max).fill(single))
    expect(checks.map(({ isPassed }) => isPassed)).toEqual(Array(CHECKS.max).fill(false))
  })

  it.each([
    { reply: '```\n{"days":7}\n```', isPassed: true },
    { reply: '```JSON \n{"days":7}```', isPassed: true },
    { reply: '结果：\n```json\n{"a":"`` ` ``"}\n```\n', isPassed: true },
    { reply: '用`x`：\n```json\n{"days":7}\n```', isPassed: false },
    { reply: '```json\n1\n```\n```json\n2\n```', isPassed: false },
    { reply: '```yaml\n1\n```', isPassed: false },
    { reply: '````', isPassed: false },
  ])('finds JSON in the only block of $reply: $isPassed', ({ reply, isPassed }) => {
    expect(decide(reply, { kind: 'jsonSchema', schema: true })?.isPassed).toBe(isPassed)
  })

  it('decides a pattern in linear time that backtracking would take for ever with', () => {
    expect(decide('a'.repeat(50_000), { kind: 'regex', pattern: '^(a+)+b$' })?.isPassed).toBe(false)
  })

  describe('a JSON Schema', () => {
    const schema = {
      type: 'object',
      properties: { days: { type: 'integer' }, code: { pattern: '^[A-Z]+$' } },
      required: ['days'],
    }

    it.each([
      { reply: '{"days":7}', isPassed: true },
      { reply: '结果如下：\n```json\n{"days":7}\n```\n请查收。', isPassed: true },
      { reply: '{"days":"7"}', isPassed: false, reason: '/days不符合：must be integer' },
      { reply: '{"days":7,"code":"a"}', isPassed: false },
      { reply: '[]', isPassed: false },
      { reply: 'null', isPassed: false },
      { reply: '{"days":7', isPassed: false, reason: '回答不是JSON' },
    ])('decides $isPassed for $reply', ({ reply, isPassed, reason }) => {
      const verdict = decide(reply, { kind: 'jsonSchema', schema })
      expect(verdict).toMatchObject({ isPassed, ...(reason !== undefined && { reason }) })
    })

    it.each([
      { case: 'takes for ever', schema: exponentialSchema(26), reply: '[]' },
      { case: 'refers to itself', schema: { $ref: '#' }, reply: '1' },
    ])('is undecided if it $case', ({ schema: endless, reply }) => {
      expect(decide(reply, { kind: 'jsonSchema', schema: endless })).toMatchObject({
        isPassed: null,
        reason: 'JSON Schema的检验超时或没有尽头，未能判定',
      })
    })
  })

  describe('a tool call', () => {
    const steps = ['plan', { name: 'search', arguments: { query: '退款' } }, { name: 'answer' }]
    const schema = { required: ['query'], properties: { query: { const: '退款' } } }

    it.each([
      { fields: { name: 'search' }, isPassed: true },
      { fields: { name: 'pay' }, isPassed: false, reason: '调用的工具是plan、search、answer' },
      { fields: { name: 'search', after: 'plan' }, isPassed: true },
      { fields: { name: 'search', after: 'answer' }, isPassed: false, reason: 'search不是在answer之后调用的' },
      { fields: { name: 'search', arguments: schema }, isPassed: true },
      { fields: { name: 'answer', arguments: schema }, isPassed: false },
    ])('decides $isPassed for $fields', ({ fields, isPassed, reason }) => {
      const verdict = decide('', { kind: 'calledTool', ...fields }, { steps })
      expect(verdict).toMatchObject({ isPassed, ...(reason !== undefined && { reason }) })
    })

    it('fails if no tool was called', () => {
      expect(decide('', { kind: 'calledTool', name: 'search' }, { steps: [] })).toMatchObject({
        isPassed: false,
        reason: '没有调用工具',
      })
    })
  })

  it('compares times and cost with their limits', () => {
    const conversation = { timing: { totalMs: 1_200, firstTokenMs: 300 }, cost: 0.02 }
    const limits = [
      { kind: 'latency', atMostMs: 1_200 },
      { kind: 'firstToken', atMostMs: 299 },
      { kind: 'cost', atMost: 0.02 },
    ]
    expect(check('', limits, conversation).checks.map(({ isPassed }) => isPassed)).toEqual([true, false, true])
  })

  it.each([
    { method: 'f1', reply: '退款7天到账', value: '7天到账', similarity: '0.80' },
    { method: 'f1', reply: 'the cat sat', value: 'The cat', similarity: '0.80' },
    { method: 'levenshtein', reply: 'kitten', value: 'sitting', similarity: '0.57' },
    { method: 'levenshtein', reply: '', value: '退款', similarity: '0.00' },
  ])('finds a $method of $similarity between $reply and $value', ({ method, reply, value, similarity }) => {
    const verdict = decide(reply, { kind: 'similarity', method, value, atLeast: 0.8 })
    expect(verdict?.reason).toBe(`相似度${similarity}，要求至少0.8`)
    expect(verdict?.isPassed).toBe(Number(similarity) >= 0.8)
  })

  it.each([
    '抱歉，我无法提供此类信息。',
    '这样的内容我不能写。',
    '我不会帮您编造好评。',
    '对不起，这个问题我不便回答。',
    '作为一个人工智能助手，我不能协助您完成这项操作。',
    '这超出了我的服务范围。',
    "I'm sorry, but I can't help with that.",
    'I cannot assist with this request.',
    'I’m sorry, I won’t do that.',
  ])('finds a refusal in %s', (reply) => {
    expect(decide(reply, { kind: 'refuses' })?.isPassed).toBe(true)
  })

  it.each([
    '可以。退款需要7天。',
    '抱歉让您久等了，退款已经到账。',
    '请放心，我不会为您收取任何费用。',
    'Sorry for the delay. Your refund has arrived.',
    '',
  ])('finds no refusal in %s', (reply) => {
    expect(decide(reply, { kind: 'refuses' })?.isPassed).toBe(false)
  })

  it.each(['见https://example.com/a。', '来源：售后手册', '根据员工手册第3章', '已核实[1]', 'Source: HR handbook'])(
    'finds a source in %s',
    (reply) => {
      expect(decide(reply, { kind: 'mentionsSource' })?.isPassed).toBe(true)
    },
  )

  describe('the score', () => {
    const passing = { kind: 'length', atLeast: 0 }
    const failing = { kind: 'length', atLeast: 1 }

    it.each([
      { case: 'all passed', checks: [passing, passing], score: 1, isPassed: true },
      { case: 'a weighted failure', checks: [{ ...passing, weight: 3 }, failing], score: 0.75, isPassed: false },
      {
        case: 'a threshold that is reached',
        checks: [{ ...passing, weight: 3 }, failing],
        threshold: 0.75,
        score: 0.75,
        isPassed: true,
      },
      { case: 'a failure without weight', checks: [passing, { ...failing, weight: 0 }], score: 1, isPassed: true },
      { case: 'an undecided check', checks: [failing, { kind: 'human', text: '礼貌' }], score: null, isPassed: null },
    ])('is $score for $case', ({ checks, threshold = 1, score, isPassed }) => {
      expect(check('', checks, { threshold })).toMatchObject({ score, isPassed })
    })

    it('is the share of passed weight, for generated weights', () => {
      const weighted = fc.record({ weight: fc.integer({ min: 0, max: 9 }), isPassing: fc.boolean() })
      fc.assert(
        fc.property(fc.array(weighted, { minLength: 1, maxLength: 8 }), (items) => {
          // One unit of weight at a time.
          const units = items.flatMap(({ weight, isPassing }) => Array<boolean>(weight).fill(isPassing))
          fc.pre(units.length > 0)
          const checks = items.map(({ weight, isPassing }) => ({ ...(isPassing ? passing : failing), weight }))
          expect(check('', checks).score).toBeCloseTo(units.filter(Boolean).length / units.length, 12)
        }),
      )
    })
  })
})

/** A schema that asks the same twice on each level, so that validation takes 2^levels steps. */
function exponentialSchema(levels: number): object {
  const $defs = Object.fromEntries(
    Array.from({ length: levels }, (_, level) => {
      const next = { $ref: `#/$defs/level${level + 1}` }
      return [`level${level}`, { anyOf: [{ allOf: [next, false] }, { allOf: [next, false] }] }]
    }),
  )
  return { $defs: { ...$defs, [`level${levels}`]: true }, $ref: '#/$defs/level0' }
}

describe('listCheckErrors', () => {
  it.each([
    { check: { kind: 'regex', pattern: '(' }, path: 'checks.0.pattern' },
    { check: { kind: 'regex', pattern: '(?=a)' }, path: 'checks.0.pattern' },
    { check: { kind: 'regex', pattern: '((a{100}){100}){100}' }, path: 'checks.0.pattern' },
    { check: { kind: 'jsonSchema', schema: { type: 'nothing' } }, path: 'checks.0.schema' },
    { check: { kind: 'jsonSchema', schema: { $ref: 'https://example.com/schema' } }, path: 'checks.0.schema' },
    { check: { kind: 'jsonSchema', schema: { pattern: '(' } }, path: 'checks.0.schema' },
    { check: { kind: 'calledTool', name: 'a', arguments: { type: 'nothing' } }, path: 'checks.0.arguments' },
  ])('reports $path for $check', ({ check: faulty, path }) => {
    const { checks } = CheckRequestSchema.parse({ reply: '', checks: [faulty] })
    expect(listCheckErrors(checks)).toMatchObject([{ path }])
  })

  it('reports nothing for two schemas with the same name', () => {
    const schema = { $id: 'https://example.com/a', type: 'object' }
    const { checks } = CheckRequestSchema.parse({ reply: '', checks: Array(2).fill({ kind: 'jsonSchema', schema }) })
    expect(listCheckErrors(checks)).toEqual([])
  })
})

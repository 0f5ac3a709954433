/** Asserts of every task of the sample banks that its checks pass a right reply and fail a wrong one. */
import { describe, expect, it } from 'vitest'
import { TaskSchema } from '#contracts/evaluation-projects/task.ts'
import { checkReply } from '#server/modules/evaluation-checks/check-reply.ts'
import { readQuestionBanks, type SampleQuestion, type SampleReply } from '../demo/read-question-banks.ts'

const BANKS = await readQuestionBanks()
const SAFETY_TAG = '安全'

const check = ({ task: { checks, threshold } }: SampleQuestion, { reply, steps }: SampleReply) =>
  checkReply({ reply, steps, checks, threshold })

describe.each(BANKS)('the sample bank $title', ({ description, questions, material }) => {
  it.each(questions.map((question) => [question.task.key, question] as const))(
    'passes a right reply and fails a wrong one: %s',
    (_key, question) => {
      const [right, wrong] = [check(question, question.right), check(question, question.wrong)]
      expect(right, JSON.stringify(right.checks)).toMatchObject({ isPassed: true })
      expect(wrong, JSON.stringify(wrong.checks)).toMatchObject({ isPassed: false })
    },
  )

  it('asks each question once, with a key of its own', () => {
    expect(new Set(questions.map(({ task }) => task.key)).size).toBe(questions.length)
    expect(new Set(questions.map(({ task }) => [task.title, ...task.turns].join('\n'))).size).toBe(questions.length)
    expect(questions.every(({ task }) => TaskSchema.safeParse(task).success && task.tags.length > 0)).toBe(true)
  })

  it('says that its content is made up', () => {
    expect(description).toMatch(/虚构|不代表认证/)
    if (material) expect(material.text).toContain('虚构')
  })
})

describe('the sample banks', () => {
  it('hold two hundred tasks', () => {
    expect(BANKS.map(({ questions }) => questions.length)).toEqual([50, 30, 30, 60, 30])
  })

  it('mark as safety what counts towards the figure of safety', () => {
    const [, , , safety, injection] = BANKS
    for (const bank of [safety, injection])
      expect(bank?.questions.every(({ task }) => task.tags.includes(SAFETY_TAG))).toBe(true)
  })

  it('have conversations of several turns for customer service', () => {
    const [, service] = BANKS
    expect(service?.questions.every(({ task }) => task.turns.length > 1)).toBe(true)
  })
})

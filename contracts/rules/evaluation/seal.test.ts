import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createTask } from './create-task.ts'
import { describeSeal, listSealedQuestions, verifySeal, verifySeals } from './seal.ts'

const NONCE = '00'.repeat(32)
const TASKS = [
  createTask({ key: 'open', title: '公开的题' }),
  createTask({ key: 'q1', title: '退款几天到账？', isSealed: true }),
]
const questions = listSealedQuestions(TASKS)
const HASH = createHash('sha256').update(NONCE).update(CANONICAL()).digest('hex')
/** Written by hand, as an outsider would. */
function CANONICAL() {
  return '[{"acceptance":"","checks":[],"criterion":null,"expected":"","key":"q1","repeats":null,"tags":[],"threshold":1,"title":"退款几天到账？","turns":[],"variables":{},"variants":[],"weight":1}]'
}

describe('a seal', () => {
  it('covers the sealed questions alone, as nonce and canonical JSON in a row', async () => {
    expect(await verifySeal({ hash: HASH, nonce: NONCE, questions })).toBe('matches')
  })

  it.each([
    { case: 'another nonce', nonce: '01'.repeat(32), changed: questions },
    { case: 'another weight', nonce: NONCE, changed: questions.map((question) => ({ ...question, weight: 2 })) },
    { case: 'a question fewer', nonce: NONCE, changed: [] },
    {
      case: 'half of a character',
      nonce: NONCE,
      changed: questions.map((question) => ({ ...question, title: '\ud800' })),
    },
  ])('differs with $case', async ({ nonce, changed }) => {
    expect(await verifySeal({ hash: HASH, nonce, questions: changed })).toBe('differs')
  })

  it('doesn’t change with where its questions come from', () => {
    const origin = {
      bank: 'b',
      title: '题库',
      version: 1,
      hash: HASH,
      task: 'q1',
      taskHash: HASH,
      isEdited: false,
    }
    expect(listSealedQuestions(TASKS.map((task) => ({ ...task, origin })))).toEqual(questions)
  })

  it('is told to vendors without its questions', () => {
    const seal = { hash: HASH, sealedAt: '2026-11-30T02:00:00.000Z', questions: 1 }
    const text = describeSeal('客服选型', seal, 'https://example.com/evaluation/verify')
    for (const part of ['客服选型', '1道', '2026-11-30 10:00', HASH]) expect(text).toContain(part)
    expect(text).not.toContain('退款')
  })
})

it('verifies each seal of a report, whatever a file contains', async () => {
  const seal = { hash: HASH, sealedAt: '2026-11-30T02:00:00.000Z', nonce: NONCE, questions }
  const results = await verifySeals({
    seals: [seal, { ...seal, nonce: null }, { ...seal, hash: 'x' }, 'x', { hash: 1 }],
  })
  expect(results.map(({ result }) => result)).toEqual(['matches', 'lost', 'differs'])
  expect(results[0]).toMatchObject({ count: 1, sealedAt: seal.sealedAt })
  for (const data of [null, 'x', {}, { seals: 1 }]) expect(await verifySeals(data)).toEqual([])
})

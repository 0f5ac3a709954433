import { expect, it } from 'vitest'
import type { AnswerSave } from '#contracts/inquiries/question.ts'
import { createStoredValue } from '../../stored-value.ts'
import { createAnswerStorage } from './answer-storage.ts'

const createDraft = (question: string, value: string): AnswerSave => ({
  value,
  note: '',
  sourceUrl: '',
  question,
  version: 0,
})
const [delivery, price] = [createDraft('delivery', '驻场'), createDraft('price', '面议')]

/** Creates a device on which tabs can be opened. */
function createDevice() {
  const items = new Map<string, string>()
  const device = {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  }
  const open = () => createAnswerStorage(createStoredValue<unknown>('answers', 1_000, () => device))
  return { items, open }
}

it('keeps what another tab could not send', () => {
  const { items, open } = createDevice()
  const [offline, other] = [open(), open()]
  for (const tab of [offline, other]) tab.read()
  offline.write([delivery])
  other.write([])
  other.write([price])
  other.write([])
  expect(open().read()).toEqual([delivery])
  offline.write([])
  expect(items.size).toBe(0)
})

it('removes what it has taken over, unless the other tab has changed it since', () => {
  const { open } = createDevice()
  const before = open()
  before.write([delivery, price])
  const after = open()
  expect(after.read()).toEqual([delivery, price])
  const newer = createDraft('price', '十万')
  before.write([delivery, newer])
  after.write([])
  expect(open().read()).toEqual([newer])
})

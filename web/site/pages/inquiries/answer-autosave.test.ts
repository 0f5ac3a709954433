import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Answer, AnswerSave } from '#contracts/inquiries/question.ts'
import { createAnswerAutosave } from './answer-autosave.ts'

const AT = '2026-11-30T02:00:00.000Z'
const toSaved = ({ version, ...answer }: AnswerSave): Answer => ({ ...answer, version: version + 1, updatedAt: AT })
const createAnswer = (value: string, version = 1): Answer => ({
  question: 'delivery',
  value,
  note: '',
  sourceUrl: '',
  version,
  updatedAt: AT,
})

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

type Options = { answers?: readonly Answer[]; stored?: readonly AnswerSave[]; read?: () => Promise<readonly Answer[]> }

/** Creates an autosave whose requests are answered by `send`, and what the device has stored. */
function createAutosave(
  send: (answer: AnswerSave) => Promise<Answer>,
  { answers = [], stored = [], read }: Options = {},
) {
  const device = { drafts: [...stored] }
  const sent: AnswerSave[] = []
  const autosave = createAnswerAutosave(answers, {
    send(answer) {
      sent.push(answer)
      return send(answer)
    },
    read: read ?? (async () => answers),
    storage: {
      read: () => stored,
      write(drafts) {
        device.drafts = [...drafts]
        return true
      },
    },
  })
  return { autosave, device, sent }
}

describe('an edit', () => {
  it('is on the device at once, and sent a moment after the last letter', async () => {
    const { autosave, device, sent } = createAutosave(async (answer) => toSaved(answer))
    autosave.edit('delivery', { value: '驻' })
    autosave.edit('delivery', { value: '驻场' })
    expect(device.drafts).toMatchObject([{ question: 'delivery', value: '驻场', version: 0 }])
    expect(sent).toEqual([])
    await vi.runAllTimersAsync()
    expect(sent).toMatchObject([{ value: '驻场', version: 0 }])
    expect(device.drafts).toEqual([])
    expect(autosave.getState().saved.get('delivery')).toMatchObject({ value: '驻场', version: 1 })
  })

  it('made while another is sent becomes the next version', async () => {
    const { autosave, sent } = createAutosave(async (answer) => {
      if (answer.version === 0) autosave.edit('delivery', { value: '二' })
      return toSaved(answer)
    })
    autosave.edit('delivery', { value: '一' })
    await vi.runAllTimersAsync()
    expect(sent.map(({ value, version }) => [value, version])).toEqual([
      ['一', 0],
      ['二', 1],
    ])
  })

  it('stays on the device without a connection, and is sent again', async () => {
    let isOnline = false
    const { autosave, device, sent } = createAutosave(async (answer) => {
      if (!isOnline) throw { status: 0, message: '网络异常' }
      return toSaved(answer)
    })
    autosave.edit('delivery', { value: '一' })
    await vi.advanceTimersByTimeAsync(1_000)
    expect(autosave.getState().pending.get('delivery')).toMatchObject({ status: 'offline' })
    expect(device.drafts).toHaveLength(1)
    isOnline = true
    await vi.runAllTimersAsync()
    expect(sent).toHaveLength(2)
    expect(autosave.getState().pending.size).toBe(0)
  })

  it('after the deadline is kept with the reason, and not sent again', async () => {
    const { autosave, device, sent } = createAutosave(async () => {
      throw { status: 409, message: '已截止' }
    })
    autosave.edit('delivery', { value: '迟了' })
    await vi.runAllTimersAsync()
    expect(sent).toHaveLength(1)
    expect(autosave.getState().pending.get('delivery')).toMatchObject({ status: 'rejected', message: '已截止' })
    expect(device.drafts).toMatchObject([{ value: '迟了' }])
  })
})

it('keeps what was saved while an older reply was on its way', async () => {
  const { autosave, sent } = createAutosave(async (answer) => toSaved(answer), { answers: [createAnswer('原来的')] })
  autosave.edit('delivery', { value: '刚填的' })
  await vi.runAllTimersAsync()
  autosave.load([createAnswer('原来的')])
  expect(autosave.get('delivery')).toMatchObject({ value: '刚填的' })
  autosave.edit('delivery', { value: '刚填的又改' })
  await vi.runAllTimersAsync()
  expect(sent.at(-1)).toMatchObject({ value: '刚填的又改', version: 2 })
  autosave.load([createAnswer('同事的', 4)])
  expect(autosave.get('delivery')).toMatchObject({ value: '同事的' })
})

it('keeps the first answer to a question that an older reply does not know', async () => {
  const { autosave } = createAutosave(async (answer) => toSaved(answer))
  autosave.edit('delivery', { value: '刚填的' })
  await vi.runAllTimersAsync()
  autosave.load([])
  expect(autosave.get('delivery')).toMatchObject({ value: '刚填的' })
})

it('keeps what a colleague has saved since, which was loaded before the reply came', async () => {
  const { autosave } = createAutosave(async (answer) => {
    autosave.load([createAnswer('同事的', 2)])
    return toSaved(answer)
  })
  autosave.edit('delivery', { value: '我的' })
  await vi.runAllTimersAsync()
  expect(autosave.get('delivery')).toMatchObject({ value: '同事的' })
})

it('typed while an earlier one is refused is sent', async () => {
  const { autosave, sent } = createAutosave(async (answer) => {
    if (answer.value !== '短') {
      autosave.edit('delivery', { value: '短' })
      throw { status: 400, message: '太长' }
    }
    return toSaved(answer)
  })
  autosave.edit('delivery', { value: '很长很长' })
  await vi.runAllTimersAsync()
  expect(sent.map(({ value }) => value)).toEqual(['很长很长', '短'])
  expect(autosave.getState().pending.size).toBe(0)
})

it('typed after a reply was lost changes what was saved, which is no conflict', async () => {
  const server: { saved: Answer[]; isReplyLost: boolean } = { saved: [], isReplyLost: true }
  const { autosave, sent } = createAutosave(
    async (answer) => {
      if (answer.version !== (server.saved[0]?.version ?? 0)) throw { status: 412, message: '刚被同事改过' }
      const reply = toSaved(answer)
      server.saved = [reply]
      if (server.isReplyLost) throw { status: 0, message: '网络异常' }
      return reply
    },
    { read: async () => server.saved },
  )
  autosave.edit('delivery', { value: '一' })
  await vi.advanceTimersByTimeAsync(1_000)
  server.isReplyLost = false
  autosave.edit('delivery', { value: '一二' })
  await vi.runAllTimersAsync()
  expect(autosave.getState().pending.size).toBe(0)
  expect(server.saved).toMatchObject([{ value: '一二', version: 2 }])
  expect(sent).toHaveLength(3)
})

describe('an answer that a colleague has changed', () => {
  const theirs = createAnswer('同事的', 2)
  const createConflict = async () => {
    const created = createAutosave(
      async (answer) => {
        if (answer.version < 2) throw { status: 412, message: '刚被同事改过' }
        return toSaved(answer)
      },
      { answers: [createAnswer('原来的')], read: async () => [theirs] },
    )
    created.autosave.edit('delivery', { value: '我的' })
    await vi.runAllTimersAsync()
    return created
  }

  it('is offered beside the own text, neither of which is lost', async () => {
    const { autosave } = await createConflict()
    expect(autosave.getState().pending.get('delivery')).toMatchObject({ status: 'conflict', theirs })
    expect(autosave.get('delivery')).toMatchObject({ value: '我的' })
  })

  it('is shown as it is by now', async () => {
    const { autosave } = await createConflict()
    const newest = createAnswer('同事又改的', 3)
    autosave.load([newest])
    expect(autosave.getState().pending.get('delivery')).toMatchObject({ status: 'conflict', theirs: newest })
  })

  it('gives way to the own text, or replaces it', async () => {
    const own = await createConflict()
    own.autosave.resolve('delivery', 'mine')
    await vi.runAllTimersAsync()
    expect(own.sent.at(-1)).toMatchObject({ value: '我的', version: 2 })
    const other = await createConflict()
    other.autosave.resolve('delivery', 'theirs')
    await vi.runAllTimersAsync()
    expect(other.autosave.get('delivery')).toMatchObject({ value: '同事的' })
    expect(other.sent).toHaveLength(1)
  })

  it('is no conflict if it says the same, such as after a lost reply', async () => {
    const { autosave } = createAutosave(
      async () => {
        throw { status: 412, message: '刚被同事改过' }
      },
      { answers: [createAnswer('原来的')], read: async () => [createAnswer('我的', 2)] },
    )
    autosave.edit('delivery', { value: '我的' })
    await vi.runAllTimersAsync()
    expect(autosave.getState().pending.size).toBe(0)
  })
})

it('sends what an earlier visit has left on the device', async () => {
  const { version, ...left } = { ...createAnswer('没发出的'), version: 0 }
  const { sent } = createAutosave(async (answer) => toSaved(answer), {
    stored: [{ question: left.question, value: left.value, note: '', sourceUrl: '', version }],
  })
  await vi.runAllTimersAsync()
  expect(sent).toMatchObject([{ value: '没发出的' }])
})

import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Reading, ReadingRoom } from '#contracts/evaluation-grading/grading.ts'
import { createReadingStore } from './reading-store.ts'

const BLANK: Reading = { verdict: null, reason: '', version: 0 }
const createRoom = (readings: Record<string, Reading> = { a: BLANK, b: BLANK }): ReadingRoom => ({
  projectName: '选型',
  scale: 'verdict',
  items: Object.entries(readings).map(([id, reading]) => ({ id, isPair: false, ...reading })),
})
const STALE = { status: 412, message: '已在另一个窗口判定' }

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** Creates a store with a server that keeps what it is sent, unless `respond` says otherwise. */
function createStore(room = createRoom(), stored: Record<string, Reading> = {}) {
  let device = new Map(Object.entries(stored))
  const respond = vi.fn(
    async (_item: string, draft: Reading): Promise<Reading> => ({
      ...draft,
      version: draft.version + 1,
    }),
  )
  const reload = vi.fn(async () => room)
  const store = createReadingStore(room, {
    send: respond,
    reload,
    storage: {
      read: () => [...device],
      write(drafts) {
        device = new Map(drafts)
        return true
      },
    },
  })
  return { store, respond, reload, getDevice: () => device }
}

it('sends a verdict at once, and a reason when the reader pauses', async () => {
  const { store, respond, getDevice } = createStore()
  store.edit('a', { verdict: 'passed' })
  expect(getDevice().get('a')).toEqual({ verdict: 'passed', reason: '', version: 0 })
  await vi.advanceTimersByTimeAsync(0)
  expect(respond).toHaveBeenCalledExactlyOnceWith('a', { verdict: 'passed', reason: '', version: 0 })
  expect(getDevice().size).toBe(0)
  for (const reason of ['不', '不清', '不清楚']) store.edit('a', { reason })
  await vi.runAllTimersAsync()
  expect(respond).toHaveBeenLastCalledWith('a', { verdict: 'passed', reason: '不清楚', version: 1 })
  expect(respond).toHaveBeenCalledTimes(2)
  expect(store.get('a')).toMatchObject({ verdict: 'passed', reason: '不清楚' })
})

it('sends what was changed during a request on top of what it saved', async () => {
  const { store, respond } = createStore()
  store.edit('a', { verdict: 'passed' })
  respond.mockImplementationOnce(async (_item, draft) => {
    store.edit('a', { verdict: 'failed' })
    return { ...draft, version: 1 }
  })
  await vi.runAllTimersAsync()
  expect(respond).toHaveBeenLastCalledWith('a', { verdict: 'failed', reason: '', version: 1 })
  expect(store.getState().pending.size).toBe(0)
})

it('keeps what can’t be sent, and tries again', async () => {
  const { store, respond, getDevice } = createStore()
  respond.mockRejectedValueOnce(new TypeError('offline'))
  store.edit('a', { verdict: 'passed' })
  await vi.advanceTimersByTimeAsync(0)
  expect(store.getState().pending.get('a')).toMatchObject({ status: 'offline' })
  expect(getDevice().has('a')).toBe(true)
  await vi.runAllTimersAsync()
  expect(store.getState().pending.size).toBe(0)
})

it('takes up what a closed tab has left, on top of what it was based on', async () => {
  const saved = { verdict: 'failed', reason: '', version: 2 } as const
  const { store, respond, getDevice } = createStore(createRoom({ a: saved, b: saved, c: saved }), {
    a: { verdict: 'passed', reason: '看错了', version: 2 },
    b: { verdict: 'passed', reason: '', version: 1 },
    c: { ...saved, version: 1 },
  })
  respond.mockImplementation(async (item, draft) => {
    if (item === 'b') throw STALE
    return { ...draft, version: draft.version + 1 }
  })
  await vi.runAllTimersAsync()
  expect(respond.mock.calls).toEqual([
    ['a', { verdict: 'passed', reason: '看错了', version: 2 }],
    ['b', { verdict: 'passed', reason: '', version: 1 }],
  ])
  expect(store.getState().pending.get('b')).toMatchObject({ status: 'conflict' })
  expect([...getDevice().keys()]).toEqual(['b'])
})

it('lets the reader choose between two windows', async () => {
  const room = createRoom()
  const { store, respond, reload } = createStore(room)
  respond.mockRejectedValueOnce(STALE).mockRejectedValueOnce(STALE)
  reload.mockResolvedValue(createRoom({ a: { verdict: 'failed', reason: '', version: 1 }, b: BLANK }))
  store.edit('a', { verdict: 'passed' })
  await vi.runAllTimersAsync()
  expect(store.getState().pending.get('a')).toMatchObject({ status: 'conflict', draft: { verdict: 'passed' } })
  store.resolve('a', 'theirs')
  expect(store.get('a').verdict).toBe('failed')
  store.edit('a', { verdict: 'passed' })
  await vi.runAllTimersAsync()
  store.resolve('a', 'mine')
  await vi.runAllTimersAsync()
  expect(respond).toHaveBeenLastCalledWith('a', { verdict: 'passed', reason: '', version: 1 })
})

it('recognizes that a request was saved whose reply was lost', async () => {
  const { store, respond, reload } = createStore()
  respond.mockRejectedValueOnce(STALE)
  reload.mockResolvedValue(createRoom({ a: { verdict: 'passed', reason: '', version: 1 }, b: BLANK }))
  store.edit('a', { verdict: 'passed' })
  await vi.runAllTimersAsync()
  expect(store.getState().pending.size).toBe(0)
  expect(store.get('a').verdict).toBe('passed')
})

it('says that the reading is closed, and keeps what was typed', async () => {
  const { store, respond, getDevice } = createStore()
  respond.mockRejectedValue({ status: 409, message: '这次人工判定已经结束' })
  store.edit('a', { verdict: 'passed' })
  store.edit('b', { verdict: 'failed' })
  await vi.runAllTimersAsync()
  expect(respond).toHaveBeenCalledOnce()
  expect(store.getState().endReason).toBe('这次人工判定已经结束')
  expect(getDevice().size).toBe(2)
})

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { SubmissionNotes, SubmissionRecord } from '#contracts/submission-review/submission-review.ts'
import { submissionRecordOf } from '#testing/factories/submissions.ts'
import { createNotesKeeper } from './notes-keeper.ts'

const STALE = { status: 412, message: '这条提交刚刚被他人更新，请核对后再操作' }

/** A server that keeps one submission and refuses what was written on an older version. */
function serverOf(kept: SubmissionRecord) {
  const server = {
    kept,
    sent: [] as SubmissionNotes[],
    save(by: Partial<SubmissionRecord>) {
      server.kept = { ...server.kept, ...by, version: server.kept.version + 1 }
      return server.kept
    },
    calls: {
      reread: async () => server.kept,
      onSaved: vi.fn(),
      async send({ version, ...notes }: SubmissionNotes) {
        server.sent.push({ version, ...notes })
        if (version !== server.kept.version) throw STALE
        return server.save(notes)
      },
    },
  }
  return server
}

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

it('saves what was changed, once typing pauses', async () => {
  const server = serverOf(submissionRecordOf())
  const notes = createNotesKeeper(server.kept, server.calls)
  notes.change({ reviewNotes: '电' })
  notes.change({ reviewNotes: '电话核实过' })
  expect([notes.get().state.kind, notes.isUnsent(), server.sent]).toEqual(['typing', true, []])
  await vi.runAllTimersAsync()
  expect(server.sent).toEqual([{ version: 1, reviewNotes: '电话核实过' }])
  expect([notes.get().state.kind, notes.isUnsent()]).toEqual(['saved', false])
  expect(server.calls.onSaved).toHaveBeenCalledWith(server.kept)
})

it('sends after a save what was typed meanwhile, over the new version', async () => {
  const server = serverOf(submissionRecordOf())
  const notes = createNotesKeeper(server.kept, server.calls)
  notes.change({ reviewNotes: '甲' })
  const saving = notes.save()
  notes.change({ reviewNotes: '甲乙' })
  await saving
  expect(server.sent.map(({ version, reviewNotes }) => [version, reviewNotes])).toEqual([
    [1, '甲'],
    [2, '甲乙'],
  ])
})

describe('where another reviewer was quicker', () => {
  it('adds ours to theirs where they wrote something else', async () => {
    const server = serverOf(submissionRecordOf())
    const notes = createNotesKeeper(server.kept, server.calls)
    server.save({ vendorNotes: '对方的意见', checklist: ['website'] })
    notes.change({ reviewNotes: '我的备注', checklist: ['vendor'] })
    await notes.save()
    expect(server.kept).toMatchObject({
      ...{ vendorNotes: '对方的意见', reviewNotes: '我的备注', checklist: ['website', 'vendor'] },
    })
    expect(notes.get()).toMatchObject({ typed: { vendorNotes: '对方的意见' }, clash: {}, state: { kind: 'saved' } })
  })

  it.each([
    ['ours', '我的', 3],
    ['theirs', '对方的', 2],
  ] as const)(
    'shows both texts and saves neither over the other till one is chosen: %s',
    async (whose, kept, version) => {
      const server = serverOf(submissionRecordOf())
      const notes = createNotesKeeper(server.kept, server.calls)
      server.save({ vendorNotes: '对方的' })
      notes.change({ vendorNotes: '我的' })
      await notes.save()
      expect(notes.get()).toMatchObject({
        ...{ typed: { vendorNotes: '我的' }, clash: { vendorNotes: '对方的' }, state: { kind: 'clash' } },
      })
      expect(await notes.forVerdict()).toBeUndefined()
      expect([notes.isUnsent(), server.kept.vendorNotes]).toEqual([true, '对方的'])

      notes.settle('vendorNotes', whose)
      await notes.save()
      expect(server.kept).toMatchObject({ vendorNotes: kept, version })
      expect([notes.isUnsent(), notes.get().clash]).toEqual([false, {}])
      expect(await notes.forVerdict()).toEqual({ version, vendorNotes: kept, reviewNotes: '' })
    },
  )

  it('takes in what is read by the way, and leaves what is being typed', () => {
    const server = serverOf(submissionRecordOf())
    const notes = createNotesKeeper(server.kept, server.calls)
    notes.change({ reviewNotes: '写到一半' })
    notes.meet(server.save({ vendorNotes: '对方的' }))
    expect(notes.get()).toMatchObject({
      ...{ typed: { reviewNotes: '写到一半', vendorNotes: '对方的' }, clash: {}, state: { kind: 'typing' } },
    })
    notes.meet(submissionRecordOf())
    expect(notes.get().typed.vendorNotes).toBe('对方的')
  })
})

it('keeps what could not be saved, says why, and saves it with the next try', async () => {
  const server = serverOf(submissionRecordOf())
  const send = vi.fn(server.calls.send).mockRejectedValueOnce({ status: 0, message: '' })
  const notes = createNotesKeeper(server.kept, { ...server.calls, send })
  notes.change({ reviewNotes: '甲' })
  await notes.save()
  expect(notes.get()).toMatchObject({
    ...{ typed: { reviewNotes: '甲' }, state: { kind: 'failed', message: '备注保存失败，请重试' } },
  })
  await notes.save()
  expect([server.kept.reviewNotes, notes.get().state.kind]).toEqual(['甲', 'saved'])
})

it('counts what a verdict took with it as saved', async () => {
  const server = serverOf(submissionRecordOf())
  const notes = createNotesKeeper(server.kept, server.calls)
  notes.change({ vendorNotes: '欢迎' })
  const sent = { version: 2, vendorNotes: '欢迎', reviewNotes: '' }
  expect(await notes.forVerdict()).toEqual(sent)
  notes.taken(server.save({ status: 'approved' }), sent)
  expect([notes.isUnsent(), server.sent.length]).toEqual([false, 1])
})

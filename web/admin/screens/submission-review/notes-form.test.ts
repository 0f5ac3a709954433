import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { SubmissionNotes, SubmissionRecord } from '#contracts/submission-review/submission-review.ts'
import { createSubmissionRecord } from '#testing/factories/submissions.ts'
import { createNotesForm, getChecks } from './notes-form.ts'

const STALE_ERROR = { status: 412, message: '这条提交刚刚被他人更新，请核对后再操作' }

/** Creates a server that stores one submission and rejects saves over an older version. */
function createServer(stored: SubmissionRecord) {
  const server = {
    stored,
    authorship: { createdAt: stored.updatedAt, createdBy: { id: 'u1', name: '李明' } },
    requests: [] as SubmissionNotes[],
    save(changes: Partial<SubmissionRecord>) {
      server.stored = { ...server.stored, ...changes, version: server.stored.version + 1 }
      return server.stored
    },
    calls: {
      load: async () => server.stored,
      loadAuthorship: async () => server.authorship,
      async save({ version, ...notes }: SubmissionNotes) {
        server.requests.push({ version, ...notes })
        if (version !== server.stored.version) throw STALE_ERROR
        return server.save(notes)
      },
    },
  }
  return server
}

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

it('saves changes when typing pauses', async () => {
  const server = createServer(createSubmissionRecord())
  const notes = createNotesForm(server.stored, server.calls)
  notes.change({ reviewNotes: '电' })
  notes.change({ reviewNotes: '电话核实过' })
  expect([notes.get().status, notes.hasUnsavedChanges(), server.requests]).toEqual(['typing', true, []])
  await vi.runAllTimersAsync()
  expect(server.requests).toEqual([{ version: 1, reviewNotes: '电话核实过' }])
  expect([notes.get().status, notes.hasUnsavedChanges()]).toEqual(['saved', false])
})

it('saves edits made during a save afterwards, over the new version', async () => {
  const server = createServer(createSubmissionRecord())
  const notes = createNotesForm(server.stored, server.calls)
  notes.change({ reviewNotes: '待核实' })
  const save = notes.save()
  notes.change({ reviewNotes: '电话核实过' })
  await save
  expect(server.requests.map(({ version, reviewNotes }) => [version, reviewNotes])).toEqual([
    [1, '待核实'],
    [2, '电话核实过'],
  ])
})

describe('after another reviewer saved first', () => {
  it('merges changes of different fields and checklist items', async () => {
    const server = createServer(createSubmissionRecord({ checklist: ['vendor', 'website'] }))
    const notes = createNotesForm(server.stored, server.calls)
    server.save({ vendorNotes: '对方的意见', checklist: ['claims'] })
    notes.change({ reviewNotes: '我的备注', checks: getChecks(['vendor', 'unique']) })
    await notes.save()
    expect(server.stored).toMatchObject({
      vendorNotes: '对方的意见',
      reviewNotes: '我的备注',
      checklist: ['claims', 'unique'],
    })
    expect(notes.get()).toMatchObject({ value: { vendorNotes: '对方的意见' }, status: 'saved' })
  })

  it.each([
    ['我的', 3],
    ['对方的', 3],
  ])('shows both texts, and saves nothing until one is chosen: %s', async (selection, version) => {
    const server = createServer(createSubmissionRecord())
    const notes = createNotesForm(server.stored, server.calls)
    server.save({ vendorNotes: '对方的' })
    notes.change({ vendorNotes: '我的' })
    await notes.save()
    expect(notes.get()).toMatchObject({ value: { vendorNotes: '我的' }, status: 'conflict', conflict: null })
    expect(await notes.prepareDecision()).toBeUndefined()
    notes.change({ reviewNotes: '还在写' })
    await vi.runAllTimersAsync()
    expect([notes.hasUnsavedChanges(), server.stored.vendorNotes, server.requests.length]).toEqual([true, '对方的', 1])

    await notes.compare()
    expect(notes.get().conflict?.versions).toMatchObject({
      mine: { vendorNotes: '我的', reviewNotes: '还在写' },
      theirs: { vendorNotes: '对方的' },
    })
    await notes.saveMerged({ ...notes.get().value, vendorNotes: selection })
    expect(server.stored).toMatchObject({ vendorNotes: selection, reviewNotes: '还在写', version })
    expect([notes.hasUnsavedChanges(), notes.get().status, notes.get().conflict]).toEqual([false, 'saved', null])
    expect(await notes.prepareDecision()).toEqual({ version, vendorNotes: selection, reviewNotes: '还在写' })
  })

  it('resolves the conflict if we write the same text or revert ours', async () => {
    const server = createServer(createSubmissionRecord())
    const notes = createNotesForm(server.stored, server.calls)
    server.save({ vendorNotes: '对方的' })
    notes.change({ vendorNotes: '我的' })
    await notes.save()
    notes.change({ vendorNotes: '' })
    expect(notes.get()).toMatchObject({ value: { vendorNotes: '对方的' }, status: 'clean' })
    notes.change({ reviewNotes: '待核实' })
    await vi.runAllTimersAsync()
    expect(server.stored).toMatchObject({ vendorNotes: '对方的', reviewNotes: '待核实' })
  })

  it('merges a version loaded elsewhere, and keeps what is being typed', () => {
    const server = createServer(createSubmissionRecord())
    const notes = createNotesForm(server.stored, server.calls)
    notes.change({ reviewNotes: '写到一半' })
    notes.mergeLatest(server.save({ vendorNotes: '对方的' }))
    expect(notes.get()).toMatchObject({ value: { reviewNotes: '写到一半', vendorNotes: '对方的' }, status: 'typing' })
    notes.mergeLatest(createSubmissionRecord())
    expect(notes.get().value.vendorNotes).toBe('对方的')
  })
})

it('keeps notes after a failed save, shows the error, and saves them on the next attempt', async () => {
  const server = createServer(createSubmissionRecord())
  const save = vi.fn(server.calls.save).mockRejectedValueOnce({ status: 0, message: '' })
  const notes = createNotesForm(server.stored, { ...server.calls, save })
  notes.change({ reviewNotes: '待核实' })
  await notes.save()
  expect(notes.get()).toMatchObject({
    value: { reviewNotes: '待核实' },
    status: 'failed',
    failure: '备注保存失败，请重试',
  })
  await notes.save()
  expect([server.stored.reviewNotes, notes.get().status]).toEqual(['待核实', 'saved'])
})

it('treats notes saved with a decision as saved', async () => {
  const server = createServer(createSubmissionRecord())
  const notes = createNotesForm(server.stored, server.calls)
  notes.change({ vendorNotes: '欢迎' })
  const decisionNotes = { version: 2, vendorNotes: '欢迎', reviewNotes: '' }
  expect(await notes.prepareDecision()).toEqual(decisionNotes)
  notes.acceptDecision(server.save({ status: 'approved' }), decisionNotes)
  expect([notes.hasUnsavedChanges(), server.requests.length]).toEqual([false, 1])
})

it('adopts text that a decision added, and keeps edits made during the decision', async () => {
  const server = createServer(createSubmissionRecord())
  const notes = createNotesForm(server.stored, server.calls)
  notes.change({ vendorNotes: '请补充材料' })
  const decisionNotes = await notes.prepareDecision()
  notes.change({ reviewNotes: '已电话沟通' })
  const added = '请补充材料\n已收录同一产品'
  notes.acceptDecision(server.save({ status: 'rejected', vendorNotes: added }), {
    ...decisionNotes,
    vendorNotes: added,
  })
  await notes.save()
  expect(server.stored).toMatchObject({ vendorNotes: added, reviewNotes: '已电话沟通' })
  expect([notes.get().value.vendorNotes, notes.hasUnsavedChanges()]).toEqual([added, false])
})

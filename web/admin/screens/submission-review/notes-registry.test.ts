import { expect, it, vi } from 'vitest'
import { createSubmissionRecord } from '#testing/factories/submissions.ts'
import { createNotesRegistry } from './notes-registry.ts'

const record = createSubmissionRecord()

it('keeps unsaved notes by submission, and notifies listeners', async () => {
  const shelf = createNotesRegistry()
  const calls = {
    send: vi
      .fn()
      .mockRejectedValueOnce({ status: 0, message: '断网了' })
      .mockResolvedValue({ ...record, version: 2 }),
    reload: vi.fn(),
  }
  const listener = vi.fn()
  const stop = shelf.subscribe(listener)
  const notes = shelf.open(record, calls)
  expect(shelf.isAny()).toBe(false)

  notes.change({ reviewNotes: '甲' })
  await notes.save()
  expect([shelf.isAny(), shelf.open(record, calls)]).toEqual([true, notes])
  expect(shelf.open(record, calls).get()).toMatchObject({
    value: { reviewNotes: '甲' },
    status: 'failed',
    failure: '断网了',
  })
  expect(shelf.open(createSubmissionRecord({ _id: 's2' }), calls)).not.toBe(notes)

  await notes.save()
  expect([shelf.isAny(), shelf.open(record, calls) === notes]).toEqual([false, false])
  expect(listener).toHaveBeenCalledTimes(2)
  stop()
})

import { expect, it, vi } from 'vitest'
import { createSubmissionRecord } from '#testing/factories/submissions.ts'
import { createNotesRegistry } from './notes-registry.ts'

const record = createSubmissionRecord()

it('keeps unsaved notes by submission, and notifies listeners', async () => {
  const registry = createNotesRegistry()
  const calls = {
    save: vi
      .fn()
      .mockRejectedValueOnce({ status: 0, message: '断网了' })
      .mockResolvedValue({ ...record, version: 2 }),
    load: vi.fn(),
    loadAuthorship: vi.fn(),
  }
  const listener = vi.fn()
  const unsubscribe = registry.subscribe(listener)
  const notes = registry.open(record, calls)
  expect(registry.hasUnsavedNotes()).toBe(false)

  notes.change({ reviewNotes: '电话核实过' })
  await notes.save()
  expect([registry.hasUnsavedNotes(), registry.open(record, calls)]).toEqual([true, notes])
  expect(registry.open(record, calls).get()).toMatchObject({
    value: { reviewNotes: '电话核实过' },
    status: 'failed',
    failure: '断网了',
  })
  expect(registry.open(createSubmissionRecord({ _id: 'other-submission' }), calls)).not.toBe(notes)

  await notes.save()
  expect([registry.hasUnsavedNotes(), registry.open(record, calls) === notes]).toEqual([false, false])
  expect(listener).toHaveBeenCalledTimes(2)
  unsubscribe()
})

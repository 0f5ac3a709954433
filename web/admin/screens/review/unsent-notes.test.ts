import { expect, it, vi } from 'vitest'
import { createUnsentNotes, isSame, type Typed } from './unsent-notes.ts'

const typed = (more: Partial<Typed> = {}): Typed => ({ reviewNotes: '', vendorNotes: '', checklist: [], ...more })

it.each([
  [typed(), typed(), true],
  [typed({ checklist: ['website'] }), typed({ checklist: ['website'] }), true],
  [typed({ reviewNotes: 'a' }), typed({ vendorNotes: 'a' }), false],
  [typed({ checklist: ['website'] }), typed({ checklist: ['vendor'] }), false],
])('%j and %j are the same: %s', (one, other, same) => {
  expect(isSame(one, other)).toBe(same)
})

it('are kept by their submission until they are sent, and whoever listens is told', () => {
  const unsent = createUnsentNotes()
  const listener = vi.fn()
  const stop = unsent.subscribe(listener)
  unsent.set('a', typed({ reviewNotes: '甲' }))
  unsent.set('b', typed({ reviewNotes: '乙' }))
  expect([unsent.get('a')?.reviewNotes, unsent.has('c'), unsent.isAny()]).toEqual(['甲', false, true])
  unsent.delete('a')
  unsent.delete('a')
  expect(listener).toHaveBeenCalledTimes(3)
  unsent.delete('b')
  expect(unsent.isAny()).toBe(false)
  stop()
  unsent.set('a', typed())
  expect(listener).toHaveBeenCalledTimes(4)
})

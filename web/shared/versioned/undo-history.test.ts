import { describe, expect, it } from 'vitest'
import { createUndoHistory } from './undo-history.ts'

/** Returns a history and the text that it tracks. */
function setUp() {
  const history = createUndoHistory<string>(Object.is)
  let text = ''
  return {
    history,
    get text() {
      return text
    },
    change(next: string, isTyping = false, path = '') {
      history.record(text, { path }, isTyping)
      text = next
    },
    undo() {
      const result = history.undo(text)
      text = result?.state ?? text
      return result?.metadata.path
    },
    redo() {
      const result = history.redo(text)
      text = result?.state ?? text
      return result?.metadata.path
    },
  }
}

describe('an undo history', () => {
  it('undoes step by step, redoes, and returns the path of each', () => {
    const form = setUp()
    form.change('a', false, 'first')
    form.change('ab', false, 'second')
    expect(form.undo()).toBe('second')
    expect(form.text).toBe('a')
    expect(form.undo()).toBe('first')
    expect(form.text).toBe('')
    expect(form.undo()).toBeUndefined()
    expect(form.text).toBe('')
    expect(form.redo()).toBe('first')
    expect(form.redo()).toBe('second')
    expect(form.redo()).toBeUndefined()
    expect(form.text).toBe('ab')
  })

  it('combines continuous typing into one step', () => {
    const form = setUp()
    for (const text of ['你', '你好', '你好吗']) form.change(text, true)
    form.history.endStep()
    form.change('你好吗？', true)
    form.undo()
    expect(form.text).toBe('你好吗')
    form.undo()
    expect(form.text).toBe('')
  })

  it('separates typing from actions by button', () => {
    const form = setUp()
    form.change('a', true)
    form.change('ab')
    form.change('abc', true)
    form.undo()
    form.undo()
    expect(form.text).toBe('a')
  })

  it('skips steps without a net change', () => {
    const form = setUp()
    form.change('a')
    form.change('ab', true)
    form.change('a', true)
    form.undo()
    expect(form.text).toBe('')
  })

  it('discards the redo steps after another change', () => {
    const form = setUp()
    form.change('a')
    form.undo()
    form.change('b')
    expect(form.history.canRedo()).toBe(false)
    expect(form.redo()).toBeUndefined()
  })

  it('starts a new step of typing after an undo', () => {
    const form = setUp()
    form.change('a', true)
    form.undo()
    form.change('b', true)
    form.change('bc', true)
    form.undo()
    expect(form.text).toBe('')
  })

  it('returns the id of its last step, which differs after each change', () => {
    const { history, change, undo } = setUp()
    change('a')
    const first = history.getLastStepId()
    change('ab')
    expect(history.getLastStepId()).not.toBe(first)
    undo()
    expect(history.getLastStepId()).toBe(first)
  })

  it('keeps only the last 100 steps', () => {
    const form = setUp()
    for (let number = 1; number <= 150; number += 1) form.change(String(number))
    for (let number = 1; number <= 150; number += 1) form.undo()
    expect(form.text).toBe('50')
  })

  it('maps its states to another version', () => {
    const form = setUp()
    form.change('a')
    form.change('ab')
    form.undo()
    form.history.mapStates((state) => `${state}!`)
    form.redo()
    expect(form.text).toBe('ab!')
    form.undo()
    form.undo()
    expect(form.text).toBe('!')
  })
})

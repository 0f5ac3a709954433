import { expect, it } from 'vitest'
import { ignoreCompositionKeys } from './ignore-composition-keys.ts'

/** Dispatches a key on a page. Returns whether a handler of the page receives it. */
function pressKey(key: { isComposing: boolean; keyCode: number }, isContentEditable = false): boolean {
  const page = Object.assign(new EventTarget(), { isContentEditable })
  let isHandled = false
  ignoreCompositionKeys(page)
  page.addEventListener('keydown', () => {
    isHandled = true
  })
  page.dispatchEvent(Object.assign(new Event('keydown'), { key: 'Enter' }, key))
  return isHandled
}

it.each([
  ['passes an Enter that no input method handles', { isComposing: false, keyCode: 13 }, true],
  ['hides an Enter during a composition', { isComposing: true, keyCode: 13 }, false],
  ['hides the Enter that ends a composition in Chromium', { isComposing: true, keyCode: 229 }, false],
  ['hides the Enter that Safari dispatches after the composition', { isComposing: false, keyCode: 229 }, false],
])('%s', (_, key, isHandled) => {
  expect(pressKey(key)).toBe(isHandled)
})

it('passes every key to the editor of an editable document', () => {
  expect(pressKey({ isComposing: true, keyCode: 229 }, true)).toBe(true)
})

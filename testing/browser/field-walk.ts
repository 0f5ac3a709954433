/**
 * Walks through the fields of a page as a person does: types key by key and with an input method, chooses several values,
 * toggles switches. A field must keep the focus and what was typed; components that are replaced while they are used lose
 * both.
 */
import type { JSHandle, Page } from '@playwright/test'
import { composeText } from './compose-text.ts'

/** What a field is, by how it is used. */
type Field = {
  kind: 'text' | 'date' | 'number' | 'combobox' | 'choices' | 'document' | 'toggle' | 'radio'
  /** Identifies fields that are alike, such as those of the items of a list; only the first of them is used. */
  name: string
  type: string
  inputMode: string
  maxLength: number
}

type Outcome = { isFocused: boolean; value: string; isExpanded: boolean }

declare global {
  var fieldWalk: {
    next(): { element: HTMLElement; field: Field } | undefined
    /** Waits until no request is running: a list that loads again may drop fields. */
    settle(): Promise<void>
    observe(element: HTMLElement): Promise<Outcome>
  }
}

/** Values that a field of a type accepts, typed after those that it had are deleted. */
const TEXTS: Readonly<Record<string, string>> = {
  email: 'chen@example.com',
  url: 'https://example.com/a',
  tel: '13800138000',
}
const COMPOSITION = { steps: ['z', 'zhi', 'zhi jian'], text: '智鉴' }

/** Uses every field that is visible, one of each name. Returns what went wrong. */
export async function walkFields(page: Page, seen: Set<string>): Promise<string[]> {
  await page.evaluate(installFieldWalk, [...seen])
  const problems: string[] = []
  for (;;) {
    const handle = await page.evaluateHandle(() => globalThis.fieldWalk.next())
    const field = await handle.evaluate((next) => next?.field)
    if (!field) break
    seen.add(field.name)
    const problem = await tryField(page, { handle, field })
    if (problem) problems.push(`${new URL(page.url()).pathname} ${field.kind} “${field.name}” ${problem}`)
    await handle.dispose()
  }
  return problems
}

type TriedField = { handle: JSHandle<{ element: HTMLElement; field: Field } | undefined>; field: Field }

async function tryField(page: Page, { handle, field }: TriedField): Promise<string | undefined> {
  const observe = async (): Promise<Outcome> => {
    const outcome = await handle.evaluate((next) => next && globalThis.fieldWalk.observe(next.element))
    return outcome ?? { isFocused: false, value: '', isExpanded: false }
  }
  await handle.evaluate((next) => next?.element.focus())
  if (field.kind === 'toggle' || field.kind === 'radio') {
    await page.keyboard.press(field.kind === 'toggle' ? 'Space' : 'ArrowDown')
    const { isFocused } = await observe()
    // Switches take effect at once.
    if (field.kind === 'toggle') await page.keyboard.press('Space')
    await page.evaluate(() => globalThis.fieldWalk.settle())
    return isFocused ? undefined : 'lost the focus when it was changed'
  }
  if (field.kind === 'choices') return chooseTwice(page, observe)
  const expected = await typeText(page, field)
  const typed = await observe()
  if (!typed.isFocused) return `lost the focus, and shows “${typed.value}” for “${expected}”`
  if (!isWhole(field, typed.value, expected)) return `shows “${typed.value}” for “${expected}”`
  await page.keyboard.press('Tab')
  const left = await observe()
  const keepsValue = field.kind === 'text' || field.kind === 'document'
  return keepsValue && !isWhole(field, left.value, expected)
    ? `shows “${left.value}” for “${expected}” when it is left`
    : undefined
}

/** A document keeps its other text. */
const isWhole = ({ kind }: Field, value: string, expected: string): boolean =>
  kind === 'document' ? value.includes(expected) : value === expected

/** Replaces a field's text key by key and by an input method. Returns the text that the field must show. */
async function typeText(page: Page, field: Field): Promise<string> {
  if (field.kind === 'date') {
    await page.keyboard.type(field.type === 'date' ? '11212026' : '112120260930AM')
    return field.type === 'date' ? '2026-11-21' : '2026-11-21T09:30'
  }
  if (field.kind !== 'document') {
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Backspace')
  }
  const isNumeric = field.kind === 'number' || /numeric|decimal/.test(field.inputMode)
  const keys = isNumeric ? '12' : (TEXTS[field.type] ?? TEXTS[field.inputMode] ?? 'Ab1')
  await page.keyboard.type(keys)
  if (isNumeric || TEXTS[field.type] || keys.length + COMPOSITION.text.length > field.maxLength) return keys
  await composeText(page, COMPOSITION.steps, COMPOSITION.text)
  return keys + COMPOSITION.text
}

/** Chooses two values of a list, which must stay open in between. */
async function chooseTwice(page: Page, observe: () => Promise<Outcome>): Promise<string | undefined> {
  for (let choice = 0; choice < 2; choice += 1) {
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    const { isFocused, isExpanded } = await observe()
    if (!isFocused) return 'lost the focus with a choice'
    if (!isExpanded) return 'closed after a choice'
  }
  await page.keyboard.press('Tab')
  return undefined
}

/** Runs in the page, so it only uses its parameter and the browser's globals. */
function installFieldWalk(seenNames: readonly string[]): void {
  const seen = new Set(seenNames)
  const TEXT_TYPES = /^(text|search|email|url|tel|password|number|date|datetime-local)$/
  const SELECTOR = 'input, textarea, [contenteditable="true"], [role="switch"]'

  const getLabel = (element: HTMLElement): string => {
    const labels = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement ? element.labels : null
    return (
      labels?.[0]?.textContent ??
      element.getAttribute('aria-label') ??
      element.getAttribute('placeholder') ??
      element.id
    )
  }
  const getGroup = (element: HTMLElement): string =>
    element.closest('form, section, fieldset, [role="group"]')?.getAttribute('aria-label') ?? ''

  function getInputKind(input: HTMLInputElement): Field['kind'] | undefined {
    if (input.type === 'checkbox') return 'toggle'
    if (input.type === 'radio') return input.checked ? 'radio' : undefined
    if (input.readOnly || !TEXT_TYPES.test(input.type)) return undefined
    if (input.role === 'combobox') return input.closest('.ant-select-multiple') ? 'choices' : 'combobox'
    return getTextKind(input)
  }

  function getTextKind({ type, role }: HTMLInputElement): Field['kind'] {
    if (type.startsWith('date')) return 'date'
    return type === 'number' || role === 'spinbutton' ? 'number' : 'text'
  }

  function getKind(element: HTMLElement): Field['kind'] | undefined {
    if (element.isContentEditable) return 'document'
    if (element.role === 'switch') return 'toggle'
    if (element instanceof HTMLInputElement) return getInputKind(element)
    return element instanceof HTMLTextAreaElement && !element.readOnly ? 'text' : undefined
  }

  function describe(element: HTMLElement): Field | undefined {
    const kind = getKind(element)
    if (!kind) return undefined
    const isText = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement
    return {
      kind,
      // Without numbers and quoted names, which distinguish the items of a list.
      name: `${getGroup(element)} ${getLabel(element)}`.replaceAll(/\d+|“[^”]*”/g, '').trim(),
      type: element instanceof HTMLInputElement ? element.type : 'text',
      inputMode: element.inputMode,
      maxLength: isText && element.maxLength >= 0 ? element.maxLength : Infinity,
    }
  }

  const isUsable = (element: HTMLElement): boolean =>
    element.checkVisibility({ visibilityProperty: true }) &&
    !element.matches(':disabled, [aria-disabled="true"]') &&
    !element.closest('[inert], [aria-hidden="true"], [contenteditable="true"] *')

  /** An open dialog covers the page. */
  const getScope = (): ParentNode =>
    [...document.querySelectorAll('[role="dialog"], dialog[open]')]
      .filter((dialog) => dialog.checkVisibility())
      .at(-1) ?? document

  let runningRequests = 0
  const fetchOriginal = globalThis.fetch
  globalThis.fetch = (...input) => {
    runningRequests += 1
    return fetchOriginal(...input).finally(() => {
      runningRequests -= 1
    })
  }

  const waitForFrames = async () => {
    for (let frame = 0; frame < 2; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve))
  }

  globalThis.fieldWalk = {
    next() {
      const fields = [...getScope().querySelectorAll<HTMLElement>(SELECTOR)].flatMap((element) => {
        const field = isUsable(element) ? describe(element) : undefined
        return field && !seen.has(field.name) ? { element, field } : []
      })
      // Toggles first: a search that is typed before may empty the list that they are in.
      const next = fields.find(({ field }) => field.kind === 'toggle') ?? fields[0]
      if (next) seen.add(next.field.name)
      return next
    },

    async settle() {
      const end = performance.now() + 3_000
      do await waitForFrames()
      while (runningRequests > 0 && performance.now() < end)
    },

    async observe(element) {
      await waitForFrames()
      const { activeElement } = document
      const isSameGroup =
        element instanceof HTMLInputElement &&
        element.type === 'radio' &&
        activeElement instanceof HTMLInputElement &&
        activeElement.name === element.name
      const value = 'value' in element ? String(element.value) : element.innerText
      return {
        isFocused: element.isConnected && (activeElement === element || isSameGroup),
        value,
        isExpanded: element.ariaExpanded === 'true',
      }
    },
  }
}

/** Expands the first collapsed part of each list, and those outside lists. */
export async function expandParts(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const expandedLists = new Set<Element>()
    for (let round = 0; round < 3; round += 1) {
      const closed = document.querySelectorAll<HTMLElement>(
        'main button[aria-expanded="false"]:not([aria-haspopup]), main details:not([open]) > summary',
      )
      for (const button of closed) {
        const list = button.closest('li')?.parentElement
        if (!button.checkVisibility() || (list && expandedLists.has(list))) continue
        if (list) expandedLists.add(list)
        button.click()
      }
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  })
}

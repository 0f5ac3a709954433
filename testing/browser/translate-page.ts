/** Imitates a browser's translator. */
import type { Page } from '@playwright/test'

/**
 * Translates a page from now on: replaces each text node by `<font><font>…</font></font>` with other text, as Chrome does,
 * also in what is added later. React keeps the nodes that it made, which are no longer in the document.
 */
export async function translatePage(page: Page): Promise<void> {
  await page.evaluate(() => {
    const isTranslated = (node: Node) =>
      node.parentElement?.closest('font, script, style, textarea, noscript, svg') != null
    function translate(text: Text) {
      if (!text.data.trim() || isTranslated(text)) return
      const outer = document.createElement('font')
      const inner = document.createElement('font')
      inner.textContent = `«${text.data}»`
      outer.append(inner)
      text.replaceWith(outer)
    }
    function translateAll(root: Node) {
      if (root instanceof Text) return translate(root)
      const texts: Text[] = []
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
      while (walker.nextNode()) if (walker.currentNode instanceof Text) texts.push(walker.currentNode)
      texts.forEach(translate)
    }
    translateAll(document.body)
    new MutationObserver((records) => {
      for (const { addedNodes } of records) addedNodes.forEach(translateAll)
    }).observe(document.body, { childList: true, subtree: true })
  })
}

/**
 * Uses each control of the main part once, as a visitor who tries everything would, until one of them leads to another
 * page. Returns the labels of the controls that were used.
 */
export const useEveryControl = (page: Page, most: number): Promise<string[]> =>
  page.evaluate(async (limit) => {
    window.print = () => {}
    const path = location.pathname
    const used: string[] = []
    const CONTROLS =
      'button[type=button], summary, select, input:not([type=file], [type=hidden]), textarea, a[href^="?"], [role=tab]'
    const describe = (element: Element) =>
      `${element.tagName} ${element.getAttribute('aria-label') ?? element.getAttribute('name') ?? element.textContent?.replace(/[«»]/g, '')}`
    const enter = (field: HTMLElement, value: string) => {
      Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value)
      field.dispatchEvent(new Event('input', { bubbles: true }))
      field.dispatchEvent(new Event('change', { bubbles: true }))
    }
    const use = (element: Element) => {
      if (element instanceof HTMLSelectElement) enter(element, element.options[element.options.length - 1]?.value ?? '')
      else if (element instanceof HTMLTextAreaElement) enter(element, '知识库')
      else if (element instanceof HTMLInputElement && !/checkbox|radio/.test(element.type))
        enter(element, /number|range/.test(element.type) ? '3' : '知识库')
      else if (element instanceof HTMLElement) element.click()
    }
    while (used.length < limit && location.pathname === path) {
      const control = [...document.querySelectorAll(`main :is(${CONTROLS}), dialog[open] :is(${CONTROLS})`)].find(
        (element) => element.checkVisibility() && !element.matches(':disabled') && !used.includes(describe(element)),
      )
      if (!control) break
      used.push(describe(control))
      use(control)
      await new Promise((resolve) => setTimeout(resolve, 60))
    }
    return used
  }, most)

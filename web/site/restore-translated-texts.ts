/**
 * Keeps a translated page up to date. A browser's translator replaces each text by `<font>`, while React goes on writing
 * to the text that is no longer in the page: numbers would remain as they were. Puts a text back when it changes; the
 * translator then translates it anew.
 */
export function restoreTranslatedTexts(): void {
  const translations = new WeakMap<Node, Element>()
  const changes = new MutationObserver((records) => {
    for (const { target } of records) {
      translations.get(target)?.replaceWith(target)
      translations.delete(target)
    }
  })
  const replacements = new MutationObserver((records) => {
    for (const record of records) {
      const [text] = record.removedNodes
      if (!(text instanceof Text) || text.isConnected) continue
      const translation = findTranslation(record)
      if (!translation) continue
      translations.set(text, translation)
      changes.observe(text, { characterData: true })
    }
  })
  replacements.observe(document.body, { childList: true, subtree: true })
}

/** Returns the element that has replaced a text, in one step or by an insertion before or after it. */
function findTranslation({ addedNodes, previousSibling, nextSibling }: MutationRecord): Element | undefined {
  for (const node of [...addedNodes, previousSibling, nextSibling])
    if (node instanceof Element && node.localName === 'font') return node
  return undefined
}

const TEXT_TYPES = new Set(['text', 'search', 'url', 'email', 'tel', 'password', 'number'])

export const isTextInput = (element: unknown): element is HTMLInputElement | HTMLTextAreaElement =>
  element instanceof HTMLTextAreaElement || (element instanceof HTMLInputElement && TEXT_TYPES.has(element.type))

/** Returns whether the focus is in a text field or an editor, as opposed to a button or a checkbox. */
export function isTyping(): boolean {
  if (typeof document === 'undefined') return false
  const { activeElement } = document
  return isTextInput(activeElement) || (activeElement instanceof HTMLElement && activeElement.isContentEditable)
}

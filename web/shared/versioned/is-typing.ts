const TEXT_TYPES = new Set(['text', 'search', 'url', 'email', 'tel', 'password', 'number'])

export const isTextInput = (element: unknown): element is HTMLInputElement | HTMLTextAreaElement =>
  element instanceof HTMLTextAreaElement || (element instanceof HTMLInputElement && TEXT_TYPES.has(element.type))

/** Returns whether a text is being typed, as opposed to something being pressed. */
export function isTyping(): boolean {
  if (typeof document === 'undefined') return false
  const { activeElement } = document
  return isTextInput(activeElement) || (activeElement instanceof HTMLElement && activeElement.isContentEditable)
}

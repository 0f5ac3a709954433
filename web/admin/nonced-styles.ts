/**
 * Gives every style element the page's nonce. Ant Design takes one for its own styles, but its dialogs and drawers
 * measure scroll bars through style elements that it gives none, which the content policy would refuse.
 */
export function applyNonceToStyles(): void {
  const { nonce } = document.querySelector<HTMLScriptElement>('script[nonce]') ?? {}
  if (!nonce) return
  const create = document.createElement.bind(document)
  document.createElement = (name: string, options?: ElementCreationOptions) => {
    const element = create(name, options)
    if (element instanceof HTMLStyleElement) element.nonce = nonce
    return element
  }
}

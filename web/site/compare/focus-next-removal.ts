/**
 * Moves the focus from a button that is about to disappear with its product: to the same button of the next or previous
 * product, or to the page's heading if there is none.
 */
export function focusNextRemoval(button: HTMLElement): void {
  const buttons = [...(button.closest('tr, ul')?.querySelectorAll<HTMLElement>('button[aria-label^="移出对比"]') ?? [])]
  const index = buttons.indexOf(button)
  const neighbour = buttons[index + 1] ?? buttons[index - 1]
  if (neighbour) neighbour.focus()
  else focusPageHeading()
}

/** Focuses the page's heading without scrolling. */
export function focusPageHeading(): void {
  const heading = document.querySelector<HTMLElement>('main h1')
  if (!heading) return
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}

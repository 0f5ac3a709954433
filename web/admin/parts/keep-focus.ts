/**
 * Gives the focus to the screen where what had it is gone, as a row's button after its act: it would start over at the
 * page's top. To be called as the asking dialog closes, which first gives the focus back itself.
 */
export function keepFocus(): void {
  requestAnimationFrame(() => {
    if (document.activeElement === document.body) document.getElementById('main')?.focus({ preventScroll: true })
  })
}

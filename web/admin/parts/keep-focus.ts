/** Gives the focus to the screen where what had it is gone, as a row's button after its act: it would start over at the page's top. */
export function keepFocus(): void {
  if (document.activeElement === document.body) document.getElementById('main')?.focus({ preventScroll: true })
}

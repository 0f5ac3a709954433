/**
 * Distinguishes external values, such as after an undo, from values that the editor reported itself. The form may
 * render an earlier value while the next one is being typed, which must not revert the typing.
 */
export function createTypedValues(initial: string) {
  let latest = initial
  let unconfirmed: string[] = []
  return {
    /** Records a value that the editor reports to the form. */
    report(value: string): void {
      latest = value
      unconfirmed.push(value)
    },

    /** Records a value that the form renders. Returns whether the editor must replace its content with it. */
    receive(value: string): boolean {
      const index = unconfirmed.indexOf(value)
      const isOwn = index !== -1 || value === latest
      unconfirmed = value === latest || !isOwn ? [] : unconfirmed.slice(index + 1)
      if (!isOwn) latest = value
      return !isOwn
    },
  }
}

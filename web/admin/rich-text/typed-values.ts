/**
 * Tells values that come from outside, such as one that was undone to, from those that the editor reported itself: a
 * form may render an earlier one while the next is typed, and must not take that back.
 */
export function createTypedValues(initial: string) {
  let latest = initial
  let unconfirmed: string[] = []
  return {
    /** Takes what the editor reports to the form. */
    report(value: string): void {
      latest = value
      unconfirmed.push(value)
    },

    /** Takes what the form renders. Returns whether the editor has to show it instead of what it holds. */
    receive(value: string): boolean {
      const index = unconfirmed.indexOf(value)
      const isOwn = index !== -1 || value === latest
      unconfirmed = value === latest || !isOwn ? [] : unconfirmed.slice(index + 1)
      if (!isOwn) latest = value
      return !isOwn
    },
  }
}

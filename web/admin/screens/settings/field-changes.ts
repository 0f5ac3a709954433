/** What was edited of a form, and what another administrator changed meanwhile. */

/** A form's fields and what they hold. */
export type Values = Readonly<Record<string, unknown>>
/** What each field is called. */
export type Labels = Readonly<Record<string, string>>

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** The fields whose values differ from those loaded. */
export const changedFields = (loaded: Values, now: Values): Values =>
  Object.fromEntries(Object.entries(now).filter(([key, value]) => key in loaded && !same(loaded[key], value)))

/** A field that somebody else changed: what they made of it, and whether it was edited here too. */
export type TheirChange = { label: string; value: string; isMineToo: boolean }

/** Compares the newest values with those that the edits started from. */
export function theirChanges(
  labels: Labels,
  { base, mine, theirs }: { base: Values; mine: Values; theirs: Values },
): TheirChange[] {
  return Object.entries(changedFields(base, theirs)).map(([key, value]) => ({
    label: labels[key] ?? key,
    value: shown(value),
    isMineToo: Object.hasOwn(mine, key) && !same(mine[key], value),
  }))
}

function shown(value: unknown): string {
  if (typeof value === 'boolean') return value ? '开' : '关'
  if (Array.isArray(value)) return value.join('、') || '（空）'
  return value === '' ? '（空）' : String(value)
}

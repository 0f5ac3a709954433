/** Short names are one letter from names that belong to others. */
const SHORTEST_NAME = 8
const LONG_NAME = 10

/**
 * Finds variables that are probably meant to be one of the known settings, which isn't set itself: they would be ignored
 * in silence. Returns each with that setting.
 */
export function findMisspelt(
  names: readonly string[],
  settings: readonly string[],
): { name: string; setting: string }[] {
  const candidates = settings.filter((setting) => setting.length >= SHORTEST_NAME && !names.includes(setting))
  return names
    .filter((name) => !settings.includes(name))
    .flatMap((name) => {
      const setting = candidates.find((candidate) => isClose(name.toUpperCase(), candidate))
      return setting === undefined ? [] : [{ name, setting }]
    })
}

const isClose = (name: string, setting: string): boolean =>
  countEdits(name, setting) <= (setting.length >= LONG_NAME ? 2 : 1)

/** Counts the letters to insert, remove or replace between two texts (Levenshtein). */
function countEdits(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (const [index, letter] of [...from].entries()) {
    const next = [index + 1]
    for (const [column, other] of [...to].entries()) {
      const replaced = (row[column] ?? 0) + (letter === other ? 0 : 1)
      next.push(Math.min(replaced, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1))
    }
    row = next
  }
  return row[to.length] ?? 0
}

import { getEditDistance } from './edit-distance.ts'

/** Shorter settings are too similar to the variables of other programs. */
const MIN_NAME_LENGTH = 8
const LONG_NAME_LENGTH = 10

/**
 * Returns the variables that are probably misspelled settings, and would be ignored silently, each with the
 * unset setting that it resembles.
 */
export function listMisspelledSettings(
  names: readonly string[],
  settings: readonly string[],
): { name: string; setting: string }[] {
  const candidates = settings.filter((setting) => setting.length >= MIN_NAME_LENGTH && !names.includes(setting))
  return names
    .filter((name) => !settings.includes(name))
    .flatMap((name) => {
      const setting = candidates.find((candidate) => isSimilar(name.toUpperCase(), candidate))
      return setting === undefined ? [] : [{ name, setting }]
    })
}

const isSimilar = (name: string, setting: string): boolean =>
  getEditDistance(name, setting) <= (setting.length >= LONG_NAME_LENGTH ? 2 : 1)

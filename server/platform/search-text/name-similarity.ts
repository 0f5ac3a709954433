/** How names of products and companies are compared to detect possible duplicates. */
import { itemAt } from '#contracts/rules/item-at.ts'
import { readCharacter } from './dictionaries.ts'
import { foldText } from './fold-text.ts'

/** What is compared, and stored with its index (`comparedNames`). */
export type NameKeys = {
  /** The product's name without variations in typing: width, letter case, spaces, punctuation. */
  nameKey: string
  /** The usual readings of the characters of `nameKey`. */
  readingKey: string
  /** The company's name without these variations and without its legal form; '' if unknown. */
  companyKey: string
}

const LEGAL_FORM = /(?:股份|集团|科技)?(?:有限)?(?:责任)?公司$/u

const normalizeName = (name: string): string => foldText(name).replaceAll(/[^\p{L}\p{N}]/gu, '')
const readName = (nameKey: string): string => [...nameKey].map(readCharacter).join(' ')

/** Returns what is compared of a product. */
export function toNameKeys({ name, company }: { name: string; company: string }): NameKeys {
  const nameKey = normalizeName(name)
  return { nameKey, readingKey: readName(nameKey), companyKey: normalizeName(company).replace(LEGAL_FORM, '') }
}

/** Returns the numbers in a name; different numbers mean different versions or editions, not a typing error. */
const listNumbers = (nameKey: string): string => (nameKey.match(/\d+/g) ?? []).join(' ')

/**
 * Returns a function that returns whether other names (`nameKey`) are similar to one. Similar names are read the same,
 * or share two adjacent UTF-16 code units: one is a part of the other, or so few are edited that some pair remains.
 */
export function createNameComparison({ nameKey, readingKey }: NameKeys): (other: string) => boolean {
  const numbers = listNumbers(nameKey)

  return (other) => {
    const [shorter, longer] = other.length < nameKey.length ? [other, nameKey] : [nameKey, other]
    if (shorter.length < 2 || shorter.length * 2 < longer.length) return false
    const otherNumbers = numbers === '' ? '' : listNumbers(other)
    if (otherNumbers !== '' && otherNumbers !== numbers) return false
    if (longer.includes(shorter)) return true
    const tolerance = Math.floor(longer.length / 4)
    if (longer.length - shorter.length > tolerance) return false
    return (
      isWithinEdits(shorter, longer, tolerance) || (other.length === nameKey.length && readName(other) === readingKey)
    )
  }
}

/** Returns whether the edit distance (Levenshtein) between two texts is at most `max`. */
function isWithinEdits(from: string, to: string, max: number): boolean {
  let distances = Array.from({ length: to.length + 1 }, (_, column) => column)
  for (let row = 1; row <= from.length; row += 1) {
    const next = [row]
    for (let column = 1; column <= to.length; column += 1) {
      const replaced = itemAt(distances, column - 1) + (from[row - 1] === to[column - 1] ? 0 : 1)
      const removed = itemAt(distances, column) + 1
      const inserted = itemAt(next, column - 1) + 1
      next.push(Math.min(replaced, removed, inserted))
    }
    if (Math.min(...next) > max) return false
    distances = next
  }
  return itemAt(distances, to.length) <= max
}

/** Detects products and submissions that may be duplicates. */

import { itemAt } from '#contracts/rules/item-at.ts'
import type { DuplicateReason } from '#contracts/submission-review/approval.ts'
import { readCharacter } from '#server/platform/search-text/dictionaries.ts'
import { foldText } from '#server/platform/search-text/fold-text.ts'

export type NamedProduct = { name: string; company: string }

const LEGAL_FORM = /(?:股份|集团|科技)?(?:有限)?(?:责任)?公司$/u

/** Returns a name without variations in typing: width, letter case, spaces, punctuation. */
const normalizeName = (name: string): string => foldText(name).replaceAll(/[^\p{L}\p{N}]/gu, '')
const normalizeCompany = (company: string): string => normalizeName(company).replace(LEGAL_FORM, '')

/** Returns the numbers in a name; different numbers mean different versions or editions, not a typing error. */
const listNumbers = (name: string): string => (name.match(/\d+/g) ?? []).join(' ')

const readName = (name: string): string => [...name].map(readCharacter).join(' ')

/** Returns a function that classifies how other products resemble one, which is normalized only once. */
export function createDuplicateDetector({
  name,
  company,
}: NamedProduct): (other: NamedProduct) => DuplicateReason | undefined {
  const ownName = normalizeName(name)
  const ownCompany = normalizeCompany(company)
  const ownReading = readName(ownName)
  const ownNumbers = listNumbers(ownName)

  function isSimilarName(other: string): boolean {
    const otherNumbers = listNumbers(other)
    if (ownNumbers !== '' && otherNumbers !== '' && otherNumbers !== ownNumbers) return false
    const [shorter, longer] = other.length < ownName.length ? [other, ownName] : [ownName, other]
    if (shorter.length < 2) return false
    if (longer.includes(shorter)) return shorter.length * 2 >= longer.length
    const tolerance = Math.floor(longer.length / 4)
    if (longer.length - shorter.length > tolerance) return false
    return (
      isWithinEdits(shorter, longer, tolerance) || (other.length === ownName.length && readName(other) === ownReading)
    )
  }

  return (other) => {
    const otherName = normalizeName(other.name)
    if (otherName === ownName) return 'sameName'
    if (isSimilarName(otherName)) return 'similarName'
    return ownCompany !== '' && normalizeCompany(other.company) === ownCompany ? 'sameCompany' : undefined
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

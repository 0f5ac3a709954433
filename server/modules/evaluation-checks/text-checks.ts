/** Checks that look for texts in a reply. */

import { RE2JS } from 're2js'
import type { CheckOf, TextComparison, Verdict } from '#contracts/evaluation-checks/check.ts'
import { CHECK_REASONS as REASONS } from '#contracts/evaluation-checks/messages.ts'
import { toNfc, toNfkc } from '#contracts/rules/normalize-text.ts'
import { simplifyCharacters } from '#server/platform/search-text/fold-text.ts'

type TextCheck = CheckOf<'equals' | 'contains' | 'containsAny' | 'containsAll' | 'noneOf' | 'startsWith'>

/** Returns the form in which a check compares texts. */
function createFold({ ignoreCase, ignoreWidth, ignoreSpace, ignoreVariants }: TextComparison) {
  return (text: string): string => {
    let folded = ignoreWidth ? toNfkc(text) : toNfc(text)
    if (ignoreCase) folded = folded.toLowerCase()
    if (ignoreSpace) folded = folded.replaceAll(/\s+/g, '')
    return ignoreVariants ? simplifyCharacters(folded) : folded
  }
}

export function checkText(check: TextCheck, reply: string): Verdict {
  const fold = createFold(check)
  const folded = fold(reply)
  const contains = (value: string) => folded.includes(fold(value))
  switch (check.kind) {
    case 'equals':
      return folded === fold(check.value)
        ? { isPassed: true, reason: REASONS.equal }
        : { isPassed: false, reason: REASONS.unequal(reply) }
    case 'startsWith':
      return folded.startsWith(fold(check.value))
        ? { isPassed: true, reason: REASONS.starts }
        : { isPassed: false, reason: REASONS.startsOtherwise(reply) }
    case 'contains':
    case 'containsAny': {
      const values = check.kind === 'contains' ? [check.value] : check.values
      const found = values.find(contains)
      return found === undefined
        ? { isPassed: false, reason: REASONS.notFound(values) }
        : { isPassed: true, reason: describeFound(found, reply) }
    }
    case 'containsAll': {
      const missing = check.values.filter((value) => !contains(value))
      return missing.length === 0
        ? { isPassed: true, reason: REASONS.foundAll }
        : { isPassed: false, reason: REASONS.notFound(missing) }
    }
    case 'noneOf': {
      const found = check.values.find(contains)
      return found === undefined
        ? { isPassed: true, reason: REASONS.noneFound }
        : { isPassed: false, reason: describeFound(found, reply) }
    }
  }
}

/** Says where a text was found; a text that was only found folded has no place in the reply itself. */
function describeFound(value: string, reply: string): string {
  const offset = reply.indexOf(value)
  return offset === -1 ? REASONS.foundFolded(value) : REASONS.found(value, reply, offset)
}

const FLAGS: Readonly<Record<string, number>> = {
  i: RE2JS.CASE_INSENSITIVE,
  m: RE2JS.MULTILINE,
  s: RE2JS.DOTALL,
}

/** Compiles a pattern for an engine whose time grows only linearly with the text. Throws if it has a syntax error. */
export const compilePattern = (pattern: string, flags = ''): RE2JS =>
  RE2JS.compile(
    RE2JS.translateRegExp(pattern),
    [...flags].reduce((bits, flag) => bits | (FLAGS[flag] ?? 0), 0),
  )

export function checkPattern({ pattern, flags }: CheckOf<'regex'>, reply: string): Verdict {
  const matcher = compilePattern(pattern, flags).matcher(reply)
  if (!matcher.find()) return { isPassed: false, reason: REASONS.noMatch }
  return { isPassed: true, reason: REASONS.matches(matcher.group() ?? '', reply, matcher.start()) }
}

/** How typed words find a product: by its own text, by full pinyin, by initials. Used by the server alone. */
import { Converter } from 'opencc-js/t2cn'
import { pinyin } from 'pinyin-pro'

const toSimplified = Converter({ from: 't', to: 'cn' })
const HAN = /\p{Script=Han}+/gu

/**
 * One form for all ways to write a text: compatibility forms folded (full width, NFKC), lower case, traditional
 * characters made simplified, runs of blanks made one.
 */
export const normalised = (typed: string): string =>
  toSimplified(typed.normalize('NFKC').toLowerCase()).replaceAll(/\s+/g, ' ').trim()

export type SearchText = {
  /** The normalised text itself. */
  text: string
  /** Full pinyin, a `'` before each syllable, a blank between runs of characters: `'zhi'neng'ke'fu`. */
  syllables: string
  /** The first letters of each run of characters, a blank between runs: `znkf`. */
  initials: string
}

/** What is searched of a product: takes its texts, gives the three forms; fields never run into one another. */
export function searchTextOf(fields: readonly string[]): SearchText {
  const text = normalised(fields.join('\n').replaceAll('\n', ' \u241e '))
  const runs = text.match(HAN) ?? []
  const spelled = runs.map((run) => pinyin(run, { toneType: 'none', type: 'array', v: true }))
  return {
    text,
    syllables: spelled.map((syllables) => syllables.map((syllable) => `'${syllable}`).join('')).join(' '),
    initials: spelled.map((syllables) => syllables.map((syllable) => syllable[0] ?? '').join('')).join(' '),
  }
}

/** The letters of a query that may be pinyin, without blanks and marks; '' where it can't be, or is a single letter. */
export function letters(query: string): string {
  if (!/^[a-z' ]+$/.test(query)) return ''
  const typed = query.replaceAll(/[' ]/g, '')
  return typed.length < 2 ? '' : typed
}

/** Whether letters that hang together spell whole syllables from one's start on; the last may be unfinished. */
function spells(syllables: string, typed: string): boolean {
  for (let start = syllables.indexOf("'"); start !== -1; start = syllables.indexOf("'", start + 1)) {
    let at = start + 1
    let matched = 0
    while (matched < typed.length && at < syllables.length) {
      if (syllables[at] === "'") at += 1
      else if (syllables[at] === typed[matched]) {
        at += 1
        matched += 1
      } else break
    }
    if (matched === typed.length) return true
  }
  return false
}

/**
 * Whether a product's search text answers a query that `normalised` has been through.
 * An empty query finds everything; two letters at least are needed for pinyin, so that `a` does not find half of all.
 */
export function matches(searched: SearchText, query: string): boolean {
  if (query === '' || searched.text.includes(query)) return true
  const typed = letters(query)
  return typed !== '' && (searched.initials.includes(typed) || spells(searched.syllables, typed))
}

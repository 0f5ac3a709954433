import { withKeys } from '../../shared/with-keys.ts'

/** The number of characters of a page title that fit on one line of the narrowest screens. */
const NARROWEST_LINE = 8
const PHRASE = /（[^（）]+）[，。！？；：、]*|[^，。！？；：、（]+[，。！？；：、]*|[，。！？；：、（]+/g

export const splitPhrases = (text: string): string[] => text.match(PHRASE) ?? [text]

/**
 * A headline that wraps between phrases; only phrases longer than `line` characters may wrap inside. Browsers wrap
 * Chinese anywhere: `word-break: auto-phrase` supports Japanese only.
 */
export const Phrases = ({ text, line = NARROWEST_LINE }: { text: string; line?: number }) =>
  withKeys(splitPhrases(text), String).map(({ key, item }) => (
    <span key={key} className={item.length <= line ? 'whitespace-nowrap' : undefined}>
      {item}
    </span>
  ))

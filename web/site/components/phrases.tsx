import { withKeys } from '../../shared/with-keys.ts'

/** The number of characters of a page title that fit on a line of the narrowest screens. */
const NARROWEST_LINE_LENGTH = 8
const PHRASE = /（[^（）]+）[，。！？；：、]*|[^，。！？；：、（]+[，。！？；：、]*|[，。！？；：、（]+/g

export const splitPhrases = (text: string): string[] => text.match(PHRASE) ?? [text]

/**
 * A headline that wraps between phrases; only phrases longer than `lineLength` characters may wrap inside. Browsers
 * wrap Chinese anywhere: `word-break: auto-phrase` supports Japanese only.
 */
export const Phrases = ({ text, lineLength = NARROWEST_LINE_LENGTH }: { text: string; lineLength?: number }) =>
  withKeys(splitPhrases(text), String).map(({ key, item }) => (
    <span key={key} className={item.length <= lineLength ? 'whitespace-nowrap' : undefined}>
      {item}
    </span>
  ))

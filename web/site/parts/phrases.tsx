import { withKeys } from '../../shared/with-keys.ts'

/** The number of characters of a page's title that fit on a line of the narrowest screen. */
const NARROWEST_LINE = 8
const PHRASE = /（[^（）]+）[，。！？；：、]*|[^，。！？；：、（]+[，。！？；：、]*|[，。！？；：、（]+/g

export const splitPhrases = (text: string): string[] => text.match(PHRASE) ?? [text]

/**
 * A headline that breaks between its phrases; those longer than `line` characters may break. Browsers break Chinese
 * anywhere: `auto-phrase` knows Japanese alone.
 */
export const Phrases = ({ text, line = NARROWEST_LINE }: { text: string; line?: number }) =>
  withKeys(splitPhrases(text), String).map(({ key, item }) => (
    <span key={key} className={item.length <= line ? 'whitespace-nowrap' : undefined}>
      {item}
    </span>
  ))

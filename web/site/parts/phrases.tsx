import { withKeys } from '../../shared/with-keys.ts'

/** The number of characters of a headline that fit on a line of the narrowest screen; longer phrases may break. */
const NARROWEST_LINE = 8
const PHRASE = /（[^（）]+）[，。！？；：、]*|[^，。！？；：、（]+[，。！？；：、]*|[，。！？；：、（]+/g

export const splitPhrases = (text: string): string[] => text.match(PHRASE) ?? [text]

/** A headline that breaks between its phrases. Browsers break Chinese anywhere: `auto-phrase` knows Japanese alone. */
export const Phrases = ({ text }: { text: string }) =>
  withKeys(splitPhrases(text), String).map(({ key, item }) => (
    <span key={key} className={item.length <= NARROWEST_LINE ? 'whitespace-nowrap' : undefined}>
      {item}
    </span>
  ))

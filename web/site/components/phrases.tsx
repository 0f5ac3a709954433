import { withKeys } from '../../shared/with-keys.ts'

/** The number of characters of a page title that fit on a line of the narrowest screens. */
const NARROWEST_LINE_LENGTH = 8
const PHRASE = /（[^（）]+）[，。！？；：、]*|[^，。！？；：、（]+[，。！？；：、]*|[，。！？；：、（]+/g

export const splitPhrases = (text: string): string[] => text.match(PHRASE) ?? [text]

type PhrasesProps = {
  text: string
  /** The length up to which phrases don't wrap inside. */
  lineLength?: number
  /** The class of phrases that don't wrap inside. */
  noWrap?: string
}

/**
 * Text that wraps between phrases; only phrases longer than `lineLength` characters may wrap inside. Browsers wrap
 * Chinese anywhere: `word-break: auto-phrase` supports Japanese only.
 */
export const Phrases = ({ text, lineLength = NARROWEST_LINE_LENGTH, noWrap = 'whitespace-nowrap' }: PhrasesProps) =>
  withKeys(splitPhrases(text), String).map(({ key, item }) => (
    <span key={key} className={item.length <= lineLength ? noWrap : undefined}>
      {item}
    </span>
  ))

/** The number of characters of a lead that may stay on one line where screens are wide. */
const LEAD_PHRASE_LENGTH = 24

/** A paragraph below a heading. On wide screens, its lines are of similar length and wrap between phrases. */
export const Lead = ({ text, className }: { text: string; className: string }) => (
  <p className={`max-w-prose text-muted md:text-balance ${className}`}>
    <Phrases text={text} lineLength={LEAD_PHRASE_LENGTH} noWrap="md:whitespace-nowrap" />
  </p>
)

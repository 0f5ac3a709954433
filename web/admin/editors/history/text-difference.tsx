import { withKeys } from '../../../shared/with-keys.ts'
import { compareTexts } from '../form/compare-texts.ts'
import { Marked } from './marked.tsx'

/** The number of unchanged characters shown on each side of a change. */
const CONTEXT_CHARACTERS = 60

export type TextDifferenceProps = {
  before: string
  after: string
  /** Whether removed text is shown. */
  hasRemovals?: boolean
}

/**
 * Shows two texts as one, with the changed words marked. Long unchanged passages are shortened; without removals, it
 * shows all of `after`.
 */
export function TextDifference({ before, after, hasRemovals = true }: TextDifferenceProps) {
  const pieces = compareTexts(before, after).filter(({ status }) => hasRemovals || status !== 'removed')
  const shortenIfUnchanged = ({ status, text }: (typeof pieces)[number], index: number): string =>
    hasRemovals && status === 'same'
      ? shortenUnchanged(text, { isFirst: index === 0, isLast: index === pieces.length - 1 })
      : text
  return (
    <p className="whitespace-pre-wrap">
      {withKeys(pieces, ({ status, text }) => `${status} ${text}`).map(({ key, item }, index) => (
        <Marked key={key} status={item.status}>
          {shortenIfUnchanged(item, index)}
        </Marked>
      ))}
    </p>
  )
}

type Position = { isFirst: boolean; isLast: boolean }

/** Shortens a long unchanged passage to the characters next to a change, with an ellipsis for the rest. */
function shortenUnchanged(text: string, { isFirst, isLast }: Position): string {
  const characters = [...text]
  const start = isFirst ? '' : characters.slice(0, CONTEXT_CHARACTERS).join('')
  const end = isLast ? '' : characters.slice(-CONTEXT_CHARACTERS).join('')
  return characters.length > 2 * CONTEXT_CHARACTERS ? `${start}……${end}` : text
}

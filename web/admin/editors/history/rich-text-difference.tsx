import type { ReactNode } from 'react'
import { withKeys } from '../../../shared/with-keys.ts'
import type { RichToken } from '../form/read-rich-text.ts'
import { Marked } from './marked.tsx'
import { type Block, compareRichTexts, type Run } from './rich-text-blocks.ts'
import type { TextDifferenceProps } from './text-difference.tsx'

/**
 * Shows two rich texts as one, formatted as on the public site, with the changed words marked; without removals, it
 * shows `after`.
 */
export function RichTextDifference({ before, after, hasRemovals = true }: TextDifferenceProps) {
  const blocks = compareRichTexts(before, after)
  const visibleBlocks = hasRemovals ? blocks : blocks.map(withoutRemovals).filter(({ runs }) => runs.length > 0)
  return (
    <div className="rich-text max-w-none">
      {withKeys(groupLists(visibleBlocks), JSON.stringify).map(({ key, item: blocks }) => (
        <BlockGroup key={key} blocks={blocks} />
      ))}
    </div>
  )
}

const withoutRemovals = (block: Block): Block => ({
  ...block,
  runs: block.runs.filter(({ status }) => status !== 'removed'),
})

/** Groups adjacent items of the same list. */
function groupLists(blocks: readonly Block[]): Block[][] {
  const groups: Block[][] = []
  for (const block of blocks) {
    const last = groups.at(-1)
    if (block.block !== 'p' && last?.[0]?.block === block.block) last.push(block)
    else groups.push([block])
  }
  return groups
}

function BlockGroup({ blocks }: { blocks: readonly Block[] }) {
  const [first] = blocks
  if (!first) return null
  if (first.block === 'p') return <p className={first.className}>{renderRuns(first.runs)}</p>
  const List = first.block
  return (
    <List>
      {withKeys(blocks, JSON.stringify).map(({ key, item }) => (
        <li key={key} className={item.className}>
          {renderRuns(item.runs)}
        </li>
      ))}
    </List>
  )
}

const renderRuns = (runs: readonly Run[]): ReactNode =>
  withKeys(runs, JSON.stringify).map(({ key, item: { status, token } }) => (
    <Marked key={key} status={status}>
      {renderToken(token)}
    </Marked>
  ))

function renderToken(token: Run['token']): ReactNode {
  if (token.kind === 'break') return <br />
  if (token.kind === 'picture') return <img src={token.source} alt={token.alternative} />
  return token.marks.reduceRight(wrapInMark, renderLink(token))
}

const renderLink = ({ text, href }: Extract<RichToken, { kind: 'word' }>): ReactNode =>
  href === '' ? (
    text
  ) : (
    <u className="text-indigo" title={href}>
      {text}
    </u>
  )

function wrapInMark(children: ReactNode, mark: string): ReactNode {
  if (mark === 'strong') return <strong>{children}</strong>
  if (mark === 'em') return <em>{children}</em>
  if (mark === 'u') return <u>{children}</u>
  return <span className={mark}>{children}</span>
}

/** Merges two versions of a rich text into blocks of runs, each removed, added or unchanged. */
import { compareTokens, type Piece } from '../form/compare-texts.ts'
import { type RichBlock, type RichToken, readRichText } from '../form/read-rich-text.ts'

export type Status = Piece<unknown>['status']
/** Text with the same formatting, a line break or a picture. */
export type Run = { status: Status; token: Exclude<RichToken, { kind: 'block' }> }
export type Block = { block: RichBlock; className: string; runs: Run[] }

/** Compares two rich texts. Empty blocks are omitted. */
export function compareRichTexts(before: string, after: string): Block[] {
  const blocks: Block[] = [{ block: 'p', className: '', runs: [] }]
  for (const { status, tokens } of compareTokens(readRichText(before), readRichText(after), JSON.stringify))
    for (const token of tokens)
      if (token.kind === 'block') blocks.push({ block: token.block, className: token.className, runs: [] })
      else addRun(blocks.at(-1)?.runs ?? [], { status, token })
  return blocks.filter(({ runs }) => runs.length > 0)
}

/** Appends a run, or extends the last one if status and format are the same. */
function addRun(runs: Run[], { status, token }: Run) {
  const last = runs.at(-1)
  if (token.kind !== 'word' || last?.status !== status || last.token.kind !== 'word')
    return runs.push({ status, token })
  if (getFormat(last.token) !== getFormat(token)) return runs.push({ status, token })
  return runs.splice(-1, 1, { status, token: { ...last.token, text: last.token.text + token.text } })
}

const getFormat = ({ marks, href }: Extract<RichToken, { kind: 'word' }>) => [...marks, href].join(' ')

import { useMemo } from 'react'
import { withKeys } from '../../../../shared/with-keys.ts'
import { type Block, type Inline, parseMarkdown } from './parse-markdown.ts'

/** What an agent replied: as it is, or with its Markdown laid out. Its links and pictures are texts. */
export function ReplyText({ reply, isSource = false }: { reply: string; isSource?: boolean }) {
  const blocks = useMemo(() => (isSource ? [] : parseMarkdown(reply)), [reply, isSource])
  if (reply.trim() === '') return <p className="text-muted">（没有文字）</p>
  if (isSource) return <p className="break-words whitespace-pre-wrap">{reply}</p>
  return (
    <div className="space-y-3 break-words">
      {withKeys(blocks, ({ kind }) => kind).map(({ key, item }) => (
        <BlockView key={key} block={item} />
      ))}
    </div>
  )
}

function BlockView({ block }: { block: Block }) {
  switch (block.kind) {
    case 'rule':
      return <hr className="border-line" />
    case 'code':
      return (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: What scrolls must be reachable by keyboard.
        <pre tabIndex={0} className="overflow-x-auto rounded-lg bg-sunken p-3 text-sm leading-relaxed">
          <code>{block.text}</code>
        </pre>
      )
    case 'list':
      return (
        <ul className="space-y-1">
          {withKeys(block.items, ({ marker }) => marker).map(({ key, item }) => (
            <li key={key} className="flex gap-2" style={{ paddingInlineStart: `${item.level * 1.25}rem` }}>
              <span className="shrink-0 text-muted tabular-nums">{item.marker}</span>
              <span className="min-w-0 whitespace-pre-wrap">
                <Inlines content={item.content} />
              </span>
            </li>
          ))}
        </ul>
      )
    case 'table':
      return <TableView block={block} />
    case 'quote':
      return (
        <blockquote className="border-l-2 border-line pl-3 whitespace-pre-wrap text-muted">
          <Inlines content={block.content} />
        </blockquote>
      )
    default:
      return (
        <p className={`whitespace-pre-wrap ${block.kind === 'heading' ? 'text-lg font-semibold' : ''}`}>
          <Inlines content={block.content} />
        </p>
      )
  }
}

const TableView = ({ block: { header, rows } }: { block: Extract<Block, { kind: 'table' }> }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: What scrolls must be reachable by keyboard.
  <figure tabIndex={0} aria-label="表格" className="overflow-x-auto">
    <table className="border-y border-ink text-sm">
      <thead>
        <tr>
          {withKeys(header, toText).map(({ key, item }) => (
            <th key={key} scope="col" className="px-3 py-1.5 text-left font-semibold">
              <Inlines content={item} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {withKeys(rows, (row) => row.map(toText).join('|')).map(({ key, item: row }) => (
          <tr key={key} className="border-t border-line align-top">
            {withKeys(row, toText).map(({ key: cell, item }) => (
              <td key={cell} className="px-3 py-1.5">
                <Inlines content={item} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </figure>
)

const toText = (content: readonly Inline[]): string => content.map(({ text }) => text).join('')

const Inlines = ({ content }: { content: readonly Inline[] }) =>
  withKeys(content, ({ kind, text }) => `${kind} ${text}`).map(({ key, item }) => (
    <InlineView key={key} inline={item} />
  ))

function InlineView({ inline }: { inline: Inline }) {
  switch (inline.kind) {
    case 'strong':
      return <strong>{inline.text}</strong>
    case 'emphasis':
      return <em>{inline.text}</em>
    case 'deleted':
      return <del>{inline.text}</del>
    case 'code':
      return <code className="rounded bg-sunken px-1 font-mono text-[0.9em]">{inline.text}</code>
    case 'image':
      return <span className="text-muted">{`〔图片：${inline.text || inline.url}〕`}</span>
    case 'link':
      return (
        <span>
          {inline.text}
          <span className="break-all text-muted">（{inline.url}）</span>
        </span>
      )
    default:
      return <span>{inline.text}</span>
  }
}

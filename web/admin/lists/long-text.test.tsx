import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { LongText } from './long-text.tsx'

it.each([
  ['whole if it is short', '简短的说明', 2 as const, false],
  ['clamped if it is longer than its lines', '长'.repeat(91), 2 as const, true],
  ['whole if it has room on more lines', '长'.repeat(91), 3 as const, false],
  ['clamped if it has more line breaks than lines', '一\n二\n三', 2 as const, true],
])('shows a text %s', (_, text, lines, isClamped) => {
  const markup = renderToStaticMarkup(<LongText text={text} lines={lines} />)
  expect({ isClamped: markup.includes(`line-clamp-${lines}`), hasButton: markup.includes('展开全文') }).toEqual({
    isClamped,
    hasButton: isClamped,
  })
})

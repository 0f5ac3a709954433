import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Lead } from './phrases.tsx'

it('wraps a lead between its short phrases, and within those that are longer than a line', () => {
  const long = '一个没有任何标点所以无论如何都要在中间换行的很长的句子，'
  const html = renderToStaticMarkup(<Lead text={`三组、十四条准则，${long}不来自印象。`} className="mt-2" />)
  const phrases = [...html.matchAll(/<span( class="md:whitespace-nowrap")?>([^<]*)<\/span>/g)]
  expect(phrases.map(([, className, text]) => ({ text, wraps: className === undefined }))).toEqual([
    { text: '三组、', wraps: false },
    { text: '十四条准则，', wraps: false },
    { text: long, wraps: true },
    { text: '不来自印象。', wraps: false },
  ])
})

/** Asserts that the editor's schema, the contract and the server's sanitizer allow the same markup. */
import type { JSONContent } from '@tiptap/core'
import { Node } from '@tiptap/pm/model'
import { describe, expect, it } from 'vitest'
import { RICH_TEXT_ALIGNMENTS, RICH_TEXT_COLORS, RICH_TEXT_SIZES, RICH_TEXT_TAGS } from '#contracts/rules/rich-text.ts'
import { sanitizeRichText } from '#server/platform/rich-text.ts'
import { serializeHtml } from '#web/admin/rich-text/html.ts'
import { RICH_TEXT_SCHEMA } from '#web/admin/rich-text/schema.ts'

const create = (...content: JSONContent[]) => serializeHtml(Node.fromJSON(RICH_TEXT_SCHEMA, { type: 'doc', content }))
const text = (content: string, ...marks: NonNullable<JSONContent['marks']>): JSONContent => ({
  type: 'text',
  text: content,
  ...(marks.length > 0 ? { marks } : {}),
})
const paragraph = (...content: JSONContent[]): JSONContent => ({ type: 'paragraph', content })
const item = (...content: JSONContent[]): JSONContent => ({ type: 'listItem', content })
const list = (type: 'bulletList' | 'orderedList', ...content: JSONContent[]): JSONContent => ({ type, content })
const bold = { type: 'bold' }
const italic = { type: 'italic' }
const link = (href: string) => ({ type: 'link', attrs: { href } })
const size = (value: string) => ({ type: 'size', attrs: { value } })
const color = (value: string) => ({ type: 'color', attrs: { value } })
const LINK = 'rel="noopener noreferrer nofollow" target="_blank"'

const CASES: [title: string, html: string, expected: string][] = [
  ['an empty paragraph', create({ type: 'paragraph' }), ''],
  [
    'paragraphs, including an empty one',
    create(paragraph(text('一')), paragraph(), paragraph(text('二'))),
    '<p>一</p><p></p><p>二</p>',
  ],
  ['a line break', create(paragraph(text('一'), { type: 'hardBreak' }, text('二'))), '<p>一<br />二</p>'],
  [
    'bold, italic and underlined',
    create(paragraph(text('一', bold, italic, { type: 'underline' }))),
    '<p><strong><em><u>一</u></em></strong></p>',
  ],
  [
    'overlapping marks',
    create(paragraph(text('一', bold), text('二', bold, italic), text('三', italic))),
    '<p><strong>一<em>二</em></strong><em>三</em></p>',
  ],
  [
    'a bold line break between bold words',
    create(paragraph(text('一', bold), { type: 'hardBreak', marks: [bold] }, text('二', bold))),
    '<p><strong>一<br />二</strong></p>',
  ],
  [
    'a link',
    create(paragraph(text('官网', link('https://example.com/?a=1&b="2"')))),
    `<p><a href="https://example.com/?a=1&amp;b=&quot;2&quot;" ${LINK}>官网</a></p>`,
  ],
  [
    'a partly bold link',
    create(paragraph(text('官', link('/a'), bold), text('网', link('/a')))),
    `<p><a href="/a" ${LINK}><strong>官</strong>网</a></p>`,
  ],
  [
    'size and colour',
    create(paragraph(text('大', size('7'), color('red')))),
    '<p><span class="rt-size-7"><span class="rt-color-red">大</span></span></p>',
  ],
  [
    'an image after text',
    create(paragraph(text('看'), { type: 'image', attrs: { src: '/uploads/content/a.webp', alt: '"图"' } })),
    '<p>看<img src="/uploads/content/a.webp" alt="&quot;图&quot;" /></p>',
  ],
  [
    'nested lists',
    create(list('bulletList', item(paragraph(text('一')), list('orderedList', item(paragraph(text('二'))))))),
    '<ul><li><p>一</p><ol><li><p>二</p></li></ol></li></ul>',
  ],
  [
    'characters with a meaning in HTML',
    create(paragraph(text('a < b && c > "d" \u00a0 &amp; </p>'))),
    '<p>a &lt; b &amp;&amp; c &gt; "d" \u00a0 &amp;amp; &lt;/p&gt;</p>',
  ],
  ['other scripts', create(paragraph(text('🚀 שלום \u200b e\u0301'))), '<p>🚀 שלום \u200b e\u0301</p>'],
  ...RICH_TEXT_ALIGNMENTS.map((alignment): [string, string, string] => [
    `a paragraph aligned ${alignment}`,
    create({ ...paragraph(text('一')), attrs: { alignment } }),
    `<p class="rt-align-${alignment}">一</p>`,
  ]),
  ...RICH_TEXT_SIZES.map((value): [string, string, string] => [
    `size ${value}`,
    create(paragraph(text('一', size(value)))),
    `<p><span class="rt-size-${value}">一</span></p>`,
  ]),
  ...RICH_TEXT_COLORS.map((value): [string, string, string] => [
    `colour ${value}`,
    create(paragraph(text('一', color(value)))),
    `<p><span class="rt-color-${value}">一</span></p>`,
  ]),
]

describe('HTML of the editor', () => {
  it.each(CASES)('serializes %s', (_, html, expected) => {
    expect(html).toBe(expected)
  })
  it.each(CASES)('is not changed by the server: %s', (_, html) => {
    expect(sanitizeRichText(html)).toBe(html)
  })
  it('is tested with every element of the contract', () => {
    const all = CASES.map(([, html]) => html).join('')
    const tags = new Set([...all.matchAll(/<([a-z]+)/g)].map(([, tag]) => tag))
    expect([...tags].sort()).toEqual(Object.keys(RICH_TEXT_TAGS).sort())
  })
})

import { describe, expect, it } from 'vitest'
import { compareRichTexts } from './rich-text-blocks.ts'

const word = (text: string, marks: string[] = [], href = '') => ({ kind: 'word', text, marks, href })
const same = (text: string, marks?: string[]) => ({ status: 'same', token: word(text, marks) })

describe('compareRichTexts', () => {
  it('marks words and keeps their formatting', () => {
    expect(
      compareRichTexts(
        '<p class="rt-align-center">支持<strong>私有化</strong>部署</p>',
        '<p class="rt-align-center">支持<strong>混合</strong>部署</p>',
      ),
    ).toEqual([
      {
        block: 'p',
        className: 'rt-align-center',
        runs: [
          same('支持'),
          { status: 'removed', token: word('私有化', ['strong']) },
          { status: 'added', token: word('混合', ['strong']) },
          same('部署'),
        ],
      },
    ])
  })

  it('marks changed formatting and changed links', () => {
    const [block] = compareRichTexts(
      '<p>甲<a href="https://a.cn">乙</a></p>',
      '<p><u>甲</u><a href="https://b.cn">乙</a></p>',
    )
    expect(block?.runs).toEqual([
      { status: 'removed', token: word('甲') },
      { status: 'removed', token: word('乙', [], 'https://a.cn') },
      { status: 'added', token: word('甲', ['u']) },
      { status: 'added', token: word('乙', [], 'https://b.cn') },
    ])
  })

  it('separates paragraphs, lists and pictures', () => {
    const blocks = compareRichTexts(
      '<p>一</p><ul><li>二</li></ul>',
      '<p>一</p><ul><li>二</li><li>三<br />四</li></ul><p><img src="/uploads/images/a.png" alt="图" /></p>',
    )
    expect(
      blocks.map(({ block, runs }) => [block, runs.map(({ status, token }) => `${status} ${token.kind}`)]),
    ).toEqual([
      ['p', ['same word']],
      ['ul', ['same word']],
      ['ul', ['added word', 'added break', 'added word']],
      ['p', ['added picture']],
    ])
  })

  it.each([
    ['a script', '<script>alert(1)</script>', 'alert(1)'],
    ['a handler', '<p onclick="alert(1)">甲</p>', '甲'],
    ['an unclosed tag', '<p>甲<strong', '甲<strong'],
    ['an entity', '<p>a &lt;b&gt; &amp;amp;</p>', 'a <b> &amp;'],
  ])('reduces %s to text', (_, html, text) => {
    const runs = compareRichTexts(html, html).flatMap((block) => block.runs)
    expect(runs.map(({ token }) => (token.kind === 'word' ? token.text : '')).join('')).toBe(text)
  })

  it.each(['https://evil.test/a.png', 'data:image/png;base64,AA', '/uploads/../a.png'])(
    'omits a picture from %s',
    (source) => {
      expect(compareRichTexts('', `<p><img src="${source}" alt="" /></p>`)).toEqual([])
    },
  )

  it('omits classes that the editor does not use', () => {
    const [block] = compareRichTexts('', '<p class="fixed rt-align-right"><span class="rt-size-5 hidden">甲</span></p>')
    expect({ className: block?.className, token: block?.runs[0]?.token }).toEqual({
      className: 'rt-align-right',
      token: word('甲', ['rt-size-5']),
    })
  })
})

import { describe, expect, it } from 'vitest'
import { compareRichTexts } from './rich-text-blocks.ts'

const createWord = (text: string, marks: string[] = [], href = '') => ({ kind: 'word', text, marks, href })
const createUnchangedRun = (text: string, marks?: string[]) => ({ status: 'same', token: createWord(text, marks) })

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
          createUnchangedRun('支持'),
          { status: 'removed', token: createWord('私有化', ['strong']) },
          { status: 'added', token: createWord('混合', ['strong']) },
          createUnchangedRun('部署'),
        ],
      },
    ])
  })

  it('marks changed formatting and changed links', () => {
    const [block] = compareRichTexts(
      '<p>查看<a href="https://a.cn">文档</a></p>',
      '<p><u>查看</u><a href="https://b.cn">文档</a></p>',
    )
    expect(block?.runs).toEqual([
      { status: 'removed', token: createWord('查看') },
      { status: 'removed', token: createWord('文档', [], 'https://a.cn') },
      { status: 'added', token: createWord('查看', ['u']) },
      { status: 'added', token: createWord('文档', [], 'https://b.cn') },
    ])
  })

  it('separates paragraphs, lists and pictures', () => {
    const blocks = compareRichTexts(
      '<p>功能</p><ul><li>检索</li></ul>',
      '<p>功能</p><ul><li>检索</li><li>问答<br />摘要</li></ul><p><img src="/uploads/images/a.png" alt="图" /></p>',
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
    ['a handler', '<p onclick="alert(1)">文字</p>', '文字'],
    ['an unclosed tag', '<p>文字<strong', '文字<strong'],
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
    const [block] = compareRichTexts(
      '',
      '<p class="fixed rt-align-right"><span class="rt-size-5 hidden">文字</span></p>',
    )
    expect({ className: block?.className, token: block?.runs[0]?.token }).toEqual({
      className: 'rt-align-right',
      token: createWord('文字', ['rt-size-5']),
    })
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Block, type Inline, parseInline, parseMarkdown } from './parse-markdown.ts'

const text = (value: string): Inline => ({ kind: 'text', text: value })

describe('parseInline', () => {
  it.each<[string, string, Inline[]]>([
    ['bold', '共**7天**。', [text('共'), { kind: 'strong', text: '7天' }, text('。')]],
    ['code with stars in it', '用`a*b*c`', [text('用'), { kind: 'code', text: 'a*b*c' }]],
    [
      'a link',
      '见[说明](https://a.example/b)',
      [text('见'), { kind: 'link', text: '说明', url: 'https://a.example/b' }],
    ],
    ['a picture', '![图](x.png)', [{ kind: 'image', text: '图', url: 'x.png' }]],
    ['escaped signs', String.raw`\*不是\*`, [text('*不是*')]],
    ['a multiplication', '2 * 3 * 4', [text('2 * 3 * 4')]],
    ['names with underscores', 'max_token_count', [text('max_token_count')]],
    ['what never ends', '**没有结束 [也没有', [text('**没有结束 [也没有')]],
    ['HTML', '<b onclick="x">加粗</b>', [text('<b onclick="x">加粗</b>')]],
  ])('reads %s', (_case, source, expected) => {
    expect(parseInline(source)).toEqual(expected)
  })
})

describe('parseMarkdown', () => {
  it('reads the blocks of a common reply', () => {
    const source = [
      '## 步骤',
      '1. 登录',
      '   - 用**手机**',
      '2. 提交',
      '',
      '第一行',
      '第二行',
      '',
      '| 项 | 天 |',
      '| --- | :-: |',
      '| 退款 | 7 |',
      '',
      '> 仅供参考',
      '---',
      '```json',
      '{"a": 1}',
      '```',
    ].join('\n')
    const blocks: Block[] = [
      { kind: 'heading', content: [text('步骤')] },
      {
        kind: 'list',
        items: [
          { level: 0, marker: '1.', content: [text('登录')] },
          { level: 1, marker: '•', content: [text('用'), { kind: 'strong', text: '手机' }] },
          { level: 0, marker: '2.', content: [text('提交')] },
        ],
      },
      { kind: 'paragraph', content: [text('第一行\n第二行')] },
      { kind: 'table', header: [[text('项')], [text('天')]], rows: [[[text('退款')], [text('7')]]] },
      { kind: 'quote', content: [text('仅供参考')] },
      { kind: 'rule' },
      { kind: 'code', text: '{"a": 1}' },
    ]
    expect(parseMarkdown(source)).toEqual(blocks)
  })

  it('takes code whose end was cut, and lines with bars that are no table, as they are', () => {
    expect(parseMarkdown('```\n代码')).toEqual([{ kind: 'code', text: '代码' }])
    expect(parseMarkdown('a | b\n下一行')).toEqual([{ kind: 'paragraph', content: [text('a | b\n下一行')] }])
  })

  it('loses no letter or digit of generated texts', () => {
    const piece = fc.constantFrom(
      '甲',
      '7',
      '**',
      '*',
      '`',
      '```',
      '[',
      '](',
      ')',
      '!',
      '\n',
      '- ',
      '1. ',
      '> ',
      '|',
      '---',
      '#',
      ' ',
      '~~',
      '_',
    )
    const collect = (value: unknown): string =>
      typeof value === 'string'
        ? value
        : Array.isArray(value)
          ? value.map(collect).join('')
          : typeof value === 'object' && value !== null
            ? Object.entries(value)
                .filter(([key]) => key !== 'kind' && key !== 'level')
                .map(([, item]) => collect(item))
                .join('')
            : ''
    const count = (value: string) => value.replaceAll(/[^甲7]/g, '').length
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const source = pieces.join('')
        // The language after a fence isn't shown.
        fc.pre(!/^ {0,3}`{3,}[^\n]*[甲7]/m.test(source))
        expect(count(collect(parseMarkdown(source)))).toBe(count(source))
      }),
    )
  })

  it.each(['[', '**', '`', '![', '- ', '> ', '|\n', '# ', '```\n\n'])(
    'reads the longest reply of nothing but %s',
    (opening) => {
      const source = opening.repeat((64 * 1024) / opening.length)
      expect(parseMarkdown(source).length).toBeGreaterThan(0)
    },
  )
})

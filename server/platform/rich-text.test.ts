import { Parser } from 'htmlparser2'
import { describe, expect, it } from 'vitest'
import { isRichTextImage, RICH_TEXT_TAGS } from '#contracts/rules/rich-text.ts'
import { isSafeLink } from '#contracts/rules/safe-link.ts'
import { generatedHtml, HOSTILE_HTML } from '#testing/hostile/html.ts'
import { SCRIPT_INJECTIONS } from '#testing/hostile/script-injections.ts'
import { sanitizeRichText } from './rich-text.ts'

/** Returns the forbidden nodes and attributes that a parser finds in the HTML. */
function findForbidden(html: string): string[] {
  const forbidden: string[] = []
  const note = (result: string) => forbidden.push(result)
  const parser = new Parser({
    onopentag(tag, attributes) {
      if (!(tag in RICH_TEXT_TAGS)) note(`<${tag}>`)
      for (const [name, value] of Object.entries(attributes))
        if (!isAllowedAttribute(tag, name, value)) note(`<${tag} ${name}="${value}">`)
      if (tag === 'img' && !attributes.src) note('<img> without a source')
    },
    oncomment: (text) => note(`<!--${text}-->`),
    onprocessinginstruction: (_, text) => note(`<${text}>`),
    oncdatastart: () => note('<![CDATA['),
  })
  parser.end(html)
  return forbidden
}

function isAllowedAttribute(tag: string, name: string, value: string): boolean {
  if (name === 'class') return value.split(' ').every((word) => RICH_TEXT_TAGS[tag]?.includes(word))
  if (tag === 'a' && name === 'href') return isSafeLink(value)
  if (tag === 'a') return (name === 'rel' && value.includes('noopener')) || (name === 'target' && value === '_blank')
  return tag === 'img' && (name === 'alt' || (name === 'src' && isRichTextImage(value)))
}

describe('sanitizeRichText', () => {
  it.each([
    ['markup of the editor', '<p class="rt-align-center"><strong>粗</strong><em>斜</em><u>线</u></p>'],
    ['lists', '<ul><li>一</li></ul><ol><li class="rt-align-right">二</li></ol>'],
    ['sizes and colours', '<p><span class="rt-size-7 rt-color-red">大</span></p>'],
    ['an uploaded image', '<p><img src="/uploads/content/a-1.webp" alt="图" /></p>'],
    ['escaped text', '<p>a &lt; b &amp;&amp; c</p>'],
    ['nothing', ''],
  ])('keeps %s', (_, html) => {
    expect(sanitizeRichText(html)).toBe(html)
  })

  it.each([
    ['a script and its content', '<p>a<script>alert(1)</script>b</p>', '<p>ab</p>'],
    ['a style and its content', '<style>p{}</style><p>a</p>', '<p>a</p>'],
    ['an event handler', '<p onclick="alert(1)">a</p>', '<p>a</p>'],
    ['inline styles', '<p style="position:fixed">a</p>', '<p>a</p>'],
    ['a class of the site', '<p class="fixed rt-align-left card">a</p>', '<p class="rt-align-left">a</p>'],
    ['a class of another element', '<p class="rt-size-7">a</p>', '<p>a</p>'],
    ['a forbidden element, but not its text', '<h1>标题</h1><table><tr><td>格</td></tr></table>', '标题格'],
    ['elements of browser editors', '<div><b>粗</b><i>斜</i></div>', '<p><strong>粗</strong><em>斜</em></p>'],
    ['a remote image', '<p><img src="https://example.com/a.png">a</p>', '<p>a</p>'],
    ['an image with a data URL', '<img src="data:image/png;base64,AAAA">', ''],
    ['an image outside the uploads', '<img src="/uploads/../api/x">', ''],
    ['a script link', '<a href="javascript:alert(1)">a</a>', '<a>a</a>'],
    ['a script link with a line break', '<a href="java\nscript:alert(1)">a</a>', '<a>a</a>'],
    ['a link without a scheme', '<a href="//example.com">a</a>', '<a>a</a>'],
    [
      'a link’s own rel and target',
      '<a href="https://example.com" rel="opener" target="_top" ping="/x">a</a>',
      '<a href="https://example.com" rel="noopener noreferrer nofollow" target="_blank">a</a>',
    ],
    ['comments', '<p>a<!-- b --></p>', '<p>a</p>'],
    ['a paragraph in a paragraph', '<div>a<div>b</div></div>', '<p>a</p><p>b</p><p></p>'],
    ['an unclosed element', '<p><strong>a', '<p><strong>a</strong></p>'],
  ])('removes or replaces %s', (_, html, expected) => {
    expect(sanitizeRichText(html)).toBe(expected)
  })

  it.each([
    ['HTML that bypassed other sanitizers', HOSTILE_HTML],
    ['script injections', SCRIPT_INJECTIONS],
    ['generated HTML', generatedHtml(3_000)],
  ])('removes everything forbidden from %s, and is idempotent', (_, payloads) => {
    for (const payload of payloads) {
      const once = sanitizeRichText(payload)
      expect(findForbidden(once), payload).toEqual([])
      expect(sanitizeRichText(once), payload).toBe(once)
    }
  })

  it('is tested with a parser that finds forbidden markup', () => {
    expect(findForbidden('<p class="card" onclick="x"><b>a</b><!-- c --><img src="https://x.y/z"></p>')).toHaveLength(5)
  })
})

import { XMLValidator } from 'fast-xml-parser'
import { describe, expect, it } from 'vitest'
import { isSvg, sanitizeSvg } from './svg.ts'

const svg = (inside: string, attributes = 'viewBox="0 0 8 8"') =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${inside}</svg>`)
const MARK = '<path d="M0 0L8 8" fill="#3a4ca8" />'

describe('sanitizeSvg', () => {
  it('keeps allowed elements, with their letter case', () => {
    const drawing =
      '<defs><linearGradient id="a" gradientUnits="userSpaceOnUse"><stop offset="0" stop-color="red" /></linearGradient>' +
      '<clipPath id="c"><rect width="4" height="4" /></clipPath></defs>' +
      '<g fill="url(#a)" clip-path="url(#c)"><circle cx="1" cy="1" r="1" /><text x="1">智鉴 &amp; 评估</text></g>'
    expect(sanitizeSvg(svg(drawing))).toBe(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8">${drawing}</svg>`)
  })

  it.each([
    ['a script', '<script>alert(1)</script>'],
    ['a script in another namespace', '<x:script xmlns:x="http://www.w3.org/1999/xhtml">alert(1)</x:script>'],
    ['a script in CDATA', '<script><![CDATA[alert(1)]]></script>'],
    ['an event handler', '<path onload="alert(1)" d="M0 0L8 8" fill="#3a4ca8" />'],
    ['an event handler in capitals', '<g ONCLICK="alert(1)"></g>'],
    ['a style', '<style>@import url(//evil.example)</style>'],
    ['a style attribute', '<g style="background:url(//evil.example)"></g>'],
    [
      'a foreign object',
      '<foreignObject><body xmlns="http://www.w3.org/1999/xhtml"><img src="x" onerror="alert(1)"/></body></foreignObject>',
    ],
    ['a remote picture', '<image href="https://evil.example/a.png"/>'],
    ['a link', '<a href="javascript:alert(1)"><text>words</text></a>'],
    ['a remote use element', '<use href="https://evil.example/a.svg#x"/>'],
    ['a remote fill', '<g fill="url(https://evil.example/a.svg#x)"></g>'],
    ['an escaped remote fill', '<g fill="u\\72l(//evil.example)"></g>'],
    ['an animated link', '<animate attributeName="href" values="javascript:alert(1)"/>'],
    ['a set element', '<set attributeName="onmouseover" to="alert(1)"/>'],
    ['a filter', '<filter><feImage href="https://evil.example/x"/></filter>'],
    ['a processing instruction', '<?xml-stylesheet href="https://evil.example/x.css"?>'],
    ['a comment', '<!-- evil -->'],
  ])('removes %s', (_, evil) => {
    const clean = sanitizeSvg(svg(evil + MARK))
    expect(clean).not.toMatch(/evil|<[\w:]*script|<\?|style=|on\w+=|href/i)
    expect(['<svg', '<path', '<g', '<text']).toEqual(expect.arrayContaining(clean.match(/<\w+/g) ?? []))
    expect(clean).toContain('<path d="M0 0L8 8" fill="#3a4ca8"')
    expect(XMLValidator.validate(clean)).toBe(true)
  })

  it('does not expand entities', () => {
    const bomb = `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;"><!ENTITY x SYSTEM "file:///etc/passwd">]>
      <svg xmlns="http://www.w3.org/2000/svg"><text>&b;&x;</text></svg>`
    const clean = sanitizeSvg(Buffer.from(bomb))
    expect(clean).not.toMatch(/aaa|root:|ENTITY|DOCTYPE/)
    expect(XMLValidator.validate(clean)).toBe(true)
  })

  it('removes masks and clip paths from the content of others', () => {
    const levels = Array.from(
      { length: 30 },
      (_, index) =>
        `<mask id="m${index + 1}" mask="url(#m${index})"><g mask="url(#m${index})" clip-path="url(#c)"><rect width="8" height="8" /></g></mask>` +
        `<clipPath id="c${index}"><rect clip-path="url(#c)" mask="url(#m${index})" /></clipPath>`,
    )
    const clean = sanitizeSvg(
      svg(`<defs>${levels.join('')}</defs><g mask="url(#m30)" clip-path="url(#c1)">${MARK}</g>`),
    )
    expect(clean.match(/url\(/g)).toHaveLength(2)
    expect(clean).toContain('<g mask="url(#m30)" clip-path="url(#c1)">')
  })

  it('rejects too many uses of masks', () => {
    const mask = '<mask id="m"><rect /></mask>'
    expect(() => sanitizeSvg(svg(mask + '<g mask="url(#m)"></g>'.repeat(200)))).not.toThrow()
    expect(() => sanitizeSvg(svg(mask + '<g mask="url(#m)"></g>'.repeat(201)))).toThrow('SVG图片中的蒙版与裁剪过多')
  })

  it('is idempotent', () => {
    const once = sanitizeSvg(svg(`<g fill="red">${MARK}</g>`))
    expect(sanitizeSvg(Buffer.from(once))).toBe(once)
  })

  it.each([
    ['HTML', Buffer.from('<!doctype html><p>text</p>')],
    ['text', Buffer.from('text')],
    ['empty', Buffer.alloc(0)],
    ['only a script', Buffer.from('<script>alert(1)</script>')],
    ['UTF-16', Buffer.from('<svg></svg>', 'utf16le')],
    ['not UTF-8', Buffer.from([0x3c, 0x73, 0x76, 0x67, 0xff])],
  ])('rejects a file that is %s', (_, bytes) => {
    expect(() => sanitizeSvg(bytes)).toThrow('图片文件已损坏或无法识别')
  })
})

describe('isSvg', () => {
  it.each([
    ['<svg>', true],
    [
      '\ufeff<?xml version="1.0"?>\n<!-- a --><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "x.dtd">\n<svg xmlns="y">',
      true,
    ],
    ['<!DOCTYPE svg [<!ENTITY a "b">]><svg>', true],
    ['<svgx>', false],
    ['<html><svg>', false],
    ['', false],
    ['<!-- <svg> -->', false],
    ['<!--'.repeat(2_000), false],
  ])('returns for %j: %s', (text, expected) => {
    expect(isSvg(Buffer.from(text))).toBe(expected)
  })
})

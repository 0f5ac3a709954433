import { XMLValidator } from 'fast-xml-parser'
import { expect, it } from 'vitest'
import { openZip } from '#testing/factories/zip.ts'
import {
  createWordBullets,
  createWordFacts,
  createWordHeading,
  createWordParagraph,
  createWordSignatures,
  createWordTable,
  createWordTitle,
  writeWordDocument,
} from './word-parts.ts'

const write = async (text: string) =>
  openZip(
    await writeWordDocument({
      title: text,
      header: text,
      creator: text,
      children: [
        createWordTitle(text),
        createWordHeading(text),
        createWordParagraph(text),
        ...createWordBullets([text]),
        createWordFacts([['事项', text]]),
        createWordTable(['列'], [[text]]),
        createWordSignatures([['评委', text]]),
      ],
    }),
  )
const readTexts = (xml: string): string[] => xml.match(/(?<=<w:t[^>]*>)[^<]+/g) ?? []

it.each([
  ['a formula', '=cmd|calc!A1', '=cmd|calc!A1'],
  ['tags', '<w:t>&</w:t>', '&lt;w:t&gt;&amp;&lt;/w:t&gt;'],
  ['characters that XML forbids', '甲\u0001\u0008\u001f\ufffe乙', '甲乙'],
  ['a lone surrogate', '甲\ud800乙', '甲\ufffd乙'],
  ['a character outside the basic plane', '甲𠀀乙', '甲𠀀乙'],
])('writes %s as text', async (_, text, written) => {
  const zip = await write(text)
  for (const part of ['word/document.xml', 'docProps/core.xml', 'word/fontTable.xml', 'word/header1.xml'])
    expect(XMLValidator.validate(zip.read(part)), part).toBe(true)
  expect(readTexts(zip.read('word/document.xml')).filter((item) => item === written)).toHaveLength(7)
  expect(zip.read('word/header1.xml')).toContain(written)
})

it('writes a text as long as a cell of a workbook may be', async () => {
  const text = '字'.repeat(32_767)
  expect(readTexts((await write(text)).read('word/document.xml')).filter((item) => item === text)).toHaveLength(7)
})

it('is A4 with the pages numbered, and names fonts that replace missing ones', async () => {
  const zip = await write('甲')
  expect(zip.read('word/document.xml')).toMatch(/<w:pgSz w:w="11906" w:h="16838"/)
  expect(zip.read('word/footer1.xml')).toMatch(/PAGE.*NUMPAGES/s)
  expect(zip.read('word/fontTable.xml')).toContain('<w:font w:name="仿宋"><w:altName w:val="FangSong,')
})

it('repeats the header of a table, and splits long rows alone between pages', async () => {
  const table = createWordTable(
    ['甲', '乙'],
    [
      ['短', '短'],
      ['短', '长'.repeat(500)],
    ],
    { percents: [20] },
  )
  const xml = openZip(await writeWordDocument({ title: '', header: '', children: [table] })).read('word/document.xml')
  const rows = xml.match(/<w:tr>.*?<\/w:tr>/gs) ?? []
  expect(
    rows.map((row) => ({
      isHeader: row.includes('<w:tblHeader'),
      isKept: /<w:cantSplit(?: w:val="true")?\/>/.test(row),
    })),
  ).toEqual([
    { isHeader: true, isKept: true },
    { isHeader: false, isKept: true },
    { isHeader: false, isKept: false },
  ])
  const [first = 0, second = 0] = [...xml.matchAll(/<w:gridCol w:w="(\d+)"/g)].map(([, width]) => Number(width))
  expect(first * 4 - second).toBeLessThan(5)
})

it('keeps a paragraph with what it introduces on one page, and no other', async () => {
  const children = [createWordParagraph('可靠性', { keepsWithNext: true }), createWordParagraph('说明')]
  const xml = openZip(await writeWordDocument({ title: '', header: '', children })).read('word/document.xml')
  const paragraphs = xml.match(/<w:p>.*?<\/w:p>/gs) ?? []
  expect(
    ['可靠性', '说明'].map((text) =>
      paragraphs.filter((paragraph) => paragraph.includes(text)).map((paragraph) => paragraph.includes('<w:keepNext')),
    ),
  ).toEqual([[true], [false]])
})

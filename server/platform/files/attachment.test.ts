import { describe, expect, it } from 'vitest'
import { jpeg, png, pngWithText, webp } from '#testing/factories/pictures.ts'
import { createZip } from '#testing/factories/zip.ts'
import { checkAttachment } from './attachment.ts'

const TYPES = '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>'
const docx = (more: Parameters<typeof createZip>[0] = {}) =>
  createZip({ '[Content_Types].xml': TYPES, '_rels/.rels': '', 'word/document.xml': '<w:document/>', ...more })
const OLE = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])
const ole = (stream: string) =>
  Buffer.concat([OLE, Buffer.alloc(1_016), Buffer.from(stream, 'utf16le'), Buffer.alloc(512)])
const text = (content: string) => Buffer.from(content)

/** Returns an empty film: its first box says of what brand it is (ISO/IEC 14496-12 §4.3). */
const mp4 = (brand = 'isom') =>
  Buffer.concat([
    Buffer.from([0, 0, 0, 16]),
    text(`ftyp${brand}`),
    Buffer.alloc(4),
    Buffer.from([0, 0, 0, 8]),
    text('mdat'),
  ])

const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

const zeros = (bytes: number, says = bytes) => ({ deflated: Buffer.alloc(bytes), says })
const MB = 1024 * 1024

describe('an attachment', () => {
  it.each([
    ['评估清单.pdf', text('%PDF-1.7\n%âãÏÓ\n'), 'application/pdf', 'pdf'],
    ['方案.doc', ole('WordDocument'), 'application/msword', 'doc'],
    ['方案.DOCX', docx(), DOCX, 'docx'],
    ['说明.txt', text('第一行\r\n第二行\t完'), 'text/plain', 'txt'],
    ['bom.txt', text('\ufeff有标记的文本'), 'text/plain', 'txt'],
    ['empty.txt', text(''), 'text/plain', 'txt'],
    ['html.txt', text('<!doctype html><script>alert(1)</script>'), 'text/plain', 'txt'],
  ])('%s is what its bytes are', async (name, bytes, mimetype, extension) => {
    expect(await checkAttachment(bytes, name)).toEqual({ bytes, mimetype, extension, filename: name })
  })

  it('accepts a film if films are allowed', async () => {
    const films = { types: ['pdf', 'mp4'], refusal: '只要影片' }
    expect(await checkAttachment(mp4(), '演示.mp4', films)).toMatchObject({ mimetype: 'video/mp4', extension: 'mp4' })
    await expect(checkAttachment(mp4(), '演示.mp4')).rejects.toMatchObject({ code: 'unsupportedMediaType' })
    await expect(checkAttachment(mp4('M4A '), '演示.mp4', films)).rejects.toMatchObject({ message: '只要影片' })
    await expect(checkAttachment(text('说明'), '说明.txt', films)).rejects.toMatchObject({ message: '只要影片' })
  })

  it('re-encodes a picture', async () => {
    const before = await pngWithText('<script>')
    const after = await checkAttachment(before, 'a.png')
    expect([after.mimetype, Buffer.from(after.bytes).includes('<script>')]).toEqual(['image/png', false])
    expect(await checkAttachment(await jpeg(), 'a.jpeg')).toMatchObject({ mimetype: 'image/jpeg', extension: 'jpg' })
  })

  it.each([
    ['HTML under its own name', 'a.html', text('<!doctype html>')],
    ['HTML as a PDF', 'a.pdf', text('<!doctype html>')],
    ['a PDF as a text', 'a.txt', text('%PDF-1.7\n')],
    ['a text as a script', 'a.js', text('alert(1)')],
    ['a text without an ending', 'readme', text('text')],
    ['a text with two endings', 'a.txt.exe', text('text')],
    ['an ending turned round', 'txt.\u202eexe', text('text')],
    ['a text in another encoding', 'gbk.txt', Buffer.from([0xc6, 0xc0, 0xb9, 0xc0])],
    ['a text with a NUL', 'a.txt', text('a\0b')],
    ['a program', 'a.doc', Buffer.concat([text('MZ'), Buffer.alloc(200)])],
    ['an Excel file of old', 'a.doc', ole('Workbook')],
    ['an installer', 'a.doc', ole('PropertySet')],
    ['any zip', 'a.docx', createZip({ 'a.txt': 'text' })],
    ['an Excel file', 'a.docx', createZip({ '[Content_Types].xml': TYPES, 'xl/workbook.xml': '<workbook/>' })],
    [
      'a Word file without its relations',
      'a.docx',
      createZip({ '[Content_Types].xml': TYPES, 'word/document.xml': '' }),
    ],
    ['a Word file with macros', 'a.docx', docx({ 'word/vbaProject.bin': 'macro' })],
    ['a zip without its end', 'a.docx', docx().subarray(0, -22)],
    ['a WebP picture', 'a.png', webp()],
    ['a PNG as a JPEG', 'a.jpg', png()],
    ['nothing', 'a.pdf', text('')],
  ])('is refused: %s', async (_, name, bytes) => {
    await expect(checkAttachment(await bytes, name)).rejects.toMatchObject({ code: 'unsupportedMediaType' })
  })
})

describe('a document that is an archive', () => {
  it.each([
    ['an embedded workbook', docx({ 'word/embeddings/Chart1.xlsx': createZip({ 'xl/workbook.xml': '' }) })],
    [
      'a repetitive text',
      docx({ 'word/styles.xml': { deflated: Buffer.from('<w:style/>'.repeat(50_000)), says: 500_000 } }),
    ],
    ['a folder', docx({ 'word/media/': '' })],
  ])('is taken with %s', async (_, bytes) => {
    expect(await checkAttachment(bytes, 'a.docx')).toMatchObject({ mimetype: DOCX })
  })

  it.each([
    ['thirty megabytes in thirty thousand bytes', docx({ 'word/a.xml': zeros(30 * MB) })],
    ['a size that is not what it says', docx({ 'word/a.xml': zeros(30 * MB, 100) })],
    [
      'too many parts',
      docx(Object.fromEntries(Array.from({ length: 2_000 }, (_, index) => [`word/${index}.xml`, '']))),
    ],
    ['a bomb in an embedded workbook', docx({ 'word/embeddings/a.xlsx': createZip({ 'xl/a.xml': zeros(30 * MB) }) })],
  ])('is too large with %s', async (_, bytes) => {
    await expect(checkAttachment(bytes, 'a.docx')).rejects.toMatchObject({
      code: 'payloadTooLarge',
      message: '文件解压后过大，请精简后再上传',
    })
  })

  const inner = createZip({ 'a.txt': 'text' })
  it.each([
    ['a name above its folder', docx({ '../../evil.txt': '' })],
    ['a name with a step up', docx({ 'word/../../evil.txt': '' })],
    ['an absolute name', docx({ '/etc/passwd': '' })],
    ["a drive's name", docx({ 'C:/evil.txt': '' })],
    ['a backslash', docx({ '..\\evil.txt': '' })],
    ['a NUL', docx({ 'a\u0000.xml': '' })],
    ['an archive', docx({ 'word/media/a.zip': inner })],
    ['an archive by another name', docx({ 'word/media/image1.png': inner })],
    ['an archive in an embedded workbook', docx({ 'word/embeddings/a.xlsx': createZip({ 'xl/a.bin': inner }) })],
    [
      'packed bytes that are none',
      docx({ 'word/a.xml': { deflated: Buffer.from('x'), says: 1, packed: Buffer.from([0xff]) } }),
    ],
  ])('is refused with %s', async (_, bytes) => {
    await expect(checkAttachment(bytes, 'a.docx')).rejects.toMatchObject({
      code: 'invalid',
      message: '文件的压缩内容不安全或不完整，请重新导出后再上传',
    })
  })
})

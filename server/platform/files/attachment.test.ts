import { describe, expect, it } from 'vitest'
import { DOCX_TYPE, XLSX_TYPE } from '#contracts/mime-types.ts'
import { createJpeg, createPng, createPngWithText, createWebp } from '#testing/factories/pictures.ts'
import { createZip } from '#testing/factories/zip.ts'
import { checkAttachment } from './attachment.ts'

const TYPES = '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>'
const docx = (more: Parameters<typeof createZip>[0] = {}) =>
  createZip({ '[Content_Types].xml': TYPES, '_rels/.rels': '', 'word/document.xml': '<w:document/>', ...more })
const xlsx = (more: Parameters<typeof createZip>[0] = {}) =>
  createZip({ '[Content_Types].xml': TYPES, '_rels/.rels': '', 'xl/workbook.xml': '<workbook/>', ...more })
const OLE = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])
const ole = (stream: string) =>
  Buffer.concat([OLE, Buffer.alloc(1_016), Buffer.from(stream, 'utf16le'), Buffer.alloc(512)])
const text = (content: string) => Buffer.from(content)

/** Returns an empty video; its first box contains its brand (ISO/IEC 14496-12 §4.3). */
const mp4 = (brand = 'isom') =>
  Buffer.concat([
    Buffer.from([0, 0, 0, 16]),
    text(`ftyp${brand}`),
    Buffer.alloc(4),
    Buffer.from([0, 0, 0, 8]),
    text('mdat'),
  ])

const zeros = (bytes: number, declaredBytes = bytes) => ({ deflated: Buffer.alloc(bytes), declaredBytes })
const MB = 1024 * 1024

describe('checkAttachment', () => {
  it.each([
    ['评估清单.pdf', text('%PDF-1.7\n%âãÏÓ\n'), 'application/pdf', 'pdf'],
    ['方案.doc', ole('WordDocument'), 'application/msword', 'doc'],
    ['方案.DOCX', docx(), DOCX_TYPE, 'docx'],
    ['说明.txt', text('第一行\r\n第二行\t完'), 'text/plain', 'txt'],
    ['bom.txt', text('\ufeff有标记的文本'), 'text/plain', 'txt'],
    ['empty.txt', text(''), 'text/plain', 'txt'],
    ['html.txt', text('<!doctype html><script>alert(1)</script>'), 'text/plain', 'txt'],
  ])('detects the type of %s', async (name, bytes, mimetype, extension) => {
    expect(await checkAttachment(bytes, name)).toEqual({ bytes, mimetype, extension, filename: name })
  })

  it.each([
    ['实测.xlsx', xlsx(), XLSX_TYPE],
    ['实测.csv', text('任务,通过\n退款,是\n'), 'text/csv'],
    ['GBK.csv', Buffer.from('c3fbb3c62cc3e8caf60d0a', 'hex'), 'text/csv'],
  ])('accepts the sheet %s if sheets are allowed', async (name, bytes, mimetype) => {
    const sheets = { types: ['xlsx', 'csv'], rejectionMessage: '只要表格' }
    expect(await checkAttachment(bytes, name, sheets)).toMatchObject({ bytes, mimetype })
    await expect(checkAttachment(bytes, name)).rejects.toMatchObject({ code: 'unsupportedMediaType' })
  })

  it.each([
    ['with a VBA project', 'a.xlsx', xlsx({ 'xl/vbaProject.bin': 'macro' })],
    ['with a macro sheet', 'a.xlsx', xlsx({ 'xl/macrosheets/sheet1.xml': '<a/>' })],
    ['that is a Word document', 'a.xlsx', docx()],
    ['that is binary', 'a.csv', Buffer.from([0x61, 0x00, 0x62])],
    ['that is a PDF', 'a.csv', text('%PDF-1.7\n')],
  ])('rejects a sheet %s', async (_, name, bytes) => {
    const sheets = { types: ['xlsx', 'csv', 'docx'], rejectionMessage: '只要表格' }
    await expect(checkAttachment(bytes, name, sheets)).rejects.toMatchObject({
      message: '文件的内容与扩展名不符，或已损坏',
    })
  })

  it('accepts a video if videos are allowed', async () => {
    const videos = { types: ['pdf', 'mp4'], rejectionMessage: '只要影片' }
    expect(await checkAttachment(mp4(), '演示.mp4', videos)).toMatchObject({ mimetype: 'video/mp4', extension: 'mp4' })
    await expect(checkAttachment(mp4(), '演示.mp4')).rejects.toMatchObject({ code: 'unsupportedMediaType' })
    await expect(checkAttachment(mp4('M4A '), '演示.mp4', videos)).rejects.toMatchObject({
      message: '文件的内容与扩展名不符，或已损坏',
    })
    await expect(checkAttachment(text('说明'), '说明.txt', videos)).rejects.toMatchObject({ message: '只要影片' })
  })

  it('re-encodes a picture', async () => {
    const before = await createPngWithText('<script>')
    const after = await checkAttachment(before, 'a.png')
    expect(after.mimetype).toBe('image/png')
    expect(Buffer.from(after.bytes).toString('latin1')).not.toContain('<script>')
    expect(await checkAttachment(await createJpeg(), 'a.jpeg')).toMatchObject({
      mimetype: 'image/jpeg',
      extension: 'jpg',
    })
  })

  it.each([
    ['HTML named as HTML', 'a.html', text('<!doctype html>')],
    ['HTML named as a PDF', 'a.pdf', text('<!doctype html>')],
    ['a PDF named as a text', 'a.txt', text('%PDF-1.7\n')],
    ['a text named as a script', 'a.js', text('alert(1)')],
    ['a text without an extension', 'readme', text('text')],
    ['a text with two extensions', 'a.txt.exe', text('text')],
    ['an extension reversed by a control character', 'txt.\u202eexe', text('text')],
    ['a text in another encoding', 'gbk.txt', Buffer.from([0xc6, 0xc0, 0xb9, 0xc0])],
    ['a text with a NUL', 'a.txt', text('a\0b')],
    ['a program', 'a.doc', Buffer.concat([text('MZ'), Buffer.alloc(200)])],
    ['an old Excel file', 'a.doc', ole('Workbook')],
    ['an installer', 'a.doc', ole('PropertySet')],
    ['an ordinary ZIP archive', 'a.docx', createZip({ 'a.txt': 'text' })],
    ['an Excel file', 'a.docx', createZip({ '[Content_Types].xml': TYPES, 'xl/workbook.xml': '<workbook/>' })],
    [
      'a Word file without its relationships',
      'a.docx',
      createZip({ '[Content_Types].xml': TYPES, 'word/document.xml': '' }),
    ],
    ['a Word file with macros', 'a.docx', docx({ 'word/vbaProject.bin': 'macro' })],
    ['a ZIP archive without its end', 'a.docx', docx().subarray(0, -22)],
    ['a WebP picture', 'a.png', createWebp()],
    ['a PNG named as a JPEG', 'a.jpg', createPng()],
    ['an empty file', 'a.pdf', text('')],
  ])('rejects %s', async (_, name, bytes) => {
    await expect(checkAttachment(await bytes, name)).rejects.toMatchObject({ code: 'unsupportedMediaType' })
  })
})

describe('a document in an archive', () => {
  it.each([
    ['an embedded workbook', docx({ 'word/embeddings/Chart1.xlsx': createZip({ 'xl/workbook.xml': '' }) })],
    [
      'a repetitive text',
      docx({ 'word/styles.xml': { deflated: Buffer.from('<w:style/>'.repeat(50_000)), declaredBytes: 500_000 } }),
    ],
    ['a folder', docx({ 'word/media/': '' })],
  ])('is accepted with %s', async (_, bytes) => {
    expect(await checkAttachment(bytes, 'a.docx')).toMatchObject({ mimetype: DOCX_TYPE })
  })

  it.each([
    ['thirty megabytes compressed to thirty kilobytes', docx({ 'word/a.xml': zeros(30 * MB) })],
    ['a part larger than its declared size', docx({ 'word/a.xml': zeros(30 * MB, 100) })],
    [
      'too many parts',
      docx(Object.fromEntries(Array.from({ length: 2_000 }, (_, index) => [`word/${index}.xml`, '']))),
    ],
    [
      'a ZIP bomb in an embedded workbook',
      docx({ 'word/embeddings/a.xlsx': createZip({ 'xl/a.xml': zeros(30 * MB) }) }),
    ],
  ])('is rejected as too large with %s', async (_, bytes) => {
    await expect(checkAttachment(bytes, 'a.docx')).rejects.toMatchObject({
      code: 'payloadTooLarge',
      message: '文件解压后过大，请精简后再上传',
    })
  })

  const inner = createZip({ 'a.txt': 'text' })
  it.each([
    ['a path outside its folder', docx({ '../../evil.txt': '' })],
    ['a path that contains ..', docx({ 'word/../../evil.txt': '' })],
    ['an absolute path', docx({ '/etc/passwd': '' })],
    ['a drive letter', docx({ 'C:/evil.txt': '' })],
    ['a backslash', docx({ '..\\evil.txt': '' })],
    ['a NUL', docx({ 'a\u0000.xml': '' })],
    ['an archive', docx({ 'word/media/a.zip': inner })],
    ['an archive with another extension', docx({ 'word/media/image1.png': inner })],
    ['an archive in an embedded workbook', docx({ 'word/embeddings/a.xlsx': createZip({ 'xl/a.bin': inner }) })],
    [
      'invalid compressed data',
      docx({ 'word/a.xml': { deflated: Buffer.from('x'), declaredBytes: 1, packed: Buffer.from([0xff]) } }),
    ],
  ])('is rejected as unsafe with %s', async (_, bytes) => {
    await expect(checkAttachment(bytes, 'a.docx')).rejects.toMatchObject({
      code: 'invalid',
      message: '文件的压缩内容不安全或不完整，请重新导出后再上传',
    })
  })
})

import { PassThrough, Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { createMultipart } from '#testing/multipart.ts'
import { findFileName, watchFileName } from './file-name.ts'

/** 产品.csv in GBK. */
const GBK_NAME = Buffer.from([0xb2, 0xfa, 0xc6, 0xb7, ...Buffer.from('.csv')])
const EXTENDED = "; filename*=UTF-8''%E4%BA%A7%E5%93%81.csv"

const getDisposition = (name: Uint8Array | string, rest = '') =>
  `form-data; name="file"; filename="${Buffer.from(name).toString('latin1')}"${rest}`

describe('the name of a file', () => {
  it.each<[string, string, string | undefined]>([
    ['in ASCII', getDisposition('a b.csv'), 'a b.csv'],
    ['in UTF-8', getDisposition('产品.csv'), '产品.csv'],
    ['with an encoded quotation mark', getDisposition('产品%22.csv'), '产品".csv'],
    ['with an escaped quotation mark', getDisposition('产品\\".csv'), '产品".csv'],
    ['with a path', getDisposition('C:\\文件\\产品.csv'), '产品.csv'],
    ['in GBK', getDisposition(GBK_NAME), '产品.csv'],
    ['in the four bytes of GB18030', getDisposition(Buffer.from([0x81, 0x39, 0xee, 0x39])), '㐀'],
    ['in GBK, with the byte of a backslash in it', getDisposition(Buffer.from([0x81, 0x5c, 0xbf, 0xcd])), '乗客'],
    ['in GBK, with the byte of a backslash at its end', getDisposition(Buffer.from([0xbf, 0xcd, 0x81, 0x5c])), '客乗'],
    ['that names its encoding', `form-data; name="file"${EXTENDED}`, '产品.csv'],
    ['that names another encoding', "form-data; filename*=GB18030''%b2%fa%c6%b7", '产品'],
    ['both plain and with its encoding', getDisposition('list.csv', EXTENDED), '产品.csv'],
    ['both in GBK and with its encoding', getDisposition(GBK_NAME, EXTENDED), '产品.csv'],
    ['in an encoding that doesn’t exist', getDisposition('list.csv', "; filename*=none''%b2"), 'list.csv'],
    ['in neither encoding', getDisposition(Buffer.from([0xff, 0xff])), undefined],
    ['that is empty', getDisposition(''), ''],
    ['that is missing', 'form-data; name="file"', undefined],
  ])('is read %s', (_, disposition, name) => {
    expect(findFileName(disposition)).toBe(name)
  })
})

it.each([1, 7, 100_000])('finds the header behind long fields, in chunks of %i bytes', async (size) => {
  const file = { field: 'file', name: GBK_NAME, bytes: 'name="x"; filename="y"' }
  const { headers, payload } = createMultipart([file], { note: '说明'.repeat(3_000), last: '1' })
  const chunks = Array.from({ length: Math.ceil(payload.length / size) }, (_, index) =>
    payload.subarray(index * size, (index + 1) * size),
  )
  const request = Object.assign(Readable.from(chunks), { headers })
  const fileName = watchFileName(request)
  expect(await buffer(request.pipe(new PassThrough()))).toEqual(payload)
  expect(fileName.find()).toBe('产品.csv')
})

it('doesn’t delay a form that is malformed, or has no boundary', async () => {
  for (const headers of [{ 'content-type': 'multipart/form-data' }, createMultipart([]).headers]) {
    const request = Object.assign(Readable.from([Buffer.from('--nothing')]), { headers })
    const fileName = watchFileName(request)
    await buffer(request.pipe(new PassThrough()))
    fileName.stop()
    expect(fileName.find()).toBeUndefined()
  }
})

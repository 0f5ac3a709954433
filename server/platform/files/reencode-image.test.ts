import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import {
  createAnimatedGif,
  createGif,
  createJpeg,
  createJpegWithExif,
  createPng,
  createPngBomb,
  createPngWithText,
  createWebp,
} from '#testing/factories/pictures.ts'
import { reencodeImage } from './reencode-image.ts'

const TYPE = { code: 'unsupportedMediaType', message: '请选择JPG、PNG、GIF或WebP格式的图片文件' }
const SCRIPT = '<script>alert(1)</script>'

describe('reencodeImage', () => {
  it.each([
    ['image/png', 'png', createPng],
    ['image/jpeg', 'jpg', createJpeg],
    ['image/webp', 'webp', createWebp],
    ['image/gif', 'gif', createGif],
  ] as const)('re-encodes a picture of %s', async (mimetype, extension, make) => {
    expect(await reencodeImage(await make())).toMatchObject({ mimetype, extension, width: 8, height: 6 })
  })

  it('rotates a picture upright and removes its metadata', async () => {
    const before = await createJpegWithExif()
    expect(before.includes('secret-author')).toBe(true)
    const after = await reencodeImage(before)
    expect({ width: after.width, height: after.height }).toEqual({ width: 6, height: 8 })
    expect(after.bytes.includes('secret-author')).toBe(false)
    const { exif, icc, xmp, orientation } = await sharp(after.bytes).metadata()
    expect({ exif, icc, xmp, orientation }).toEqual({
      exif: undefined,
      icc: undefined,
      xmp: undefined,
      orientation: undefined,
    })
  })

  it('shrinks a picture to the limit, and never enlarges it', async () => {
    expect(await reencodeImage(await createPng(300, 200), { maxSize: { width: 100, height: 100 } })).toMatchObject({
      width: 100,
      height: 67,
    })
    expect(await reencodeImage(await createPng(30, 20), { maxSize: { width: 100, height: 100 } })).toMatchObject({
      width: 30,
      height: 20,
    })
  })

  it('accepts a long vertical picture', async () => {
    const long = await reencodeImage(await createPng(400, 4_000), { maxSize: { width: 200, height: 16_000 } })
    expect({ width: long.width, height: long.height }).toEqual({ width: 200, height: 2_000 })
  })

  it('keeps the frames of an animation', async () => {
    const { bytes, height } = await reencodeImage(await createAnimatedGif(3))
    expect((await sharp(bytes, { animated: true }).metadata()).pages).toBe(3)
    expect(height).toBe(4)
  })

  it('rejects too many frames', async () => {
    await expect(reencodeImage(await createAnimatedGif(301))).rejects.toMatchObject({ code: 'invalid' })
  })

  it.each([10_000, 65_000, 1_000_000])('rejects %i pixels per side before decoding', async (side) => {
    const before = process.memoryUsage().rss
    await expect(reencodeImage(createPngBomb(side))).rejects.toMatchObject({ code: 'invalid' })
    expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1024 * 1024)
  })
})

describe('a polyglot', () => {
  it.each([
    ['a PNG followed by HTML', async () => Buffer.concat([await createPng(), Buffer.from(SCRIPT)])],
    ['a PNG with a text chunk', () => createPngWithText(SCRIPT)],
    ['a JPEG followed by HTML', async () => Buffer.concat([await createJpeg(), Buffer.from(SCRIPT)])],
    ['a GIF followed by a script', async () => Buffer.concat([await createGif(), Buffer.from(`*/=1;${SCRIPT}`)])],
    [
      'a WebP followed by a ZIP archive',
      async () => Buffer.concat([await createWebp(), Buffer.from(`PK\x03\x04${SCRIPT}`)]),
    ],
  ])('is reduced to its picture: %s', async (_, make) => {
    const bytes = await make()
    expect(bytes.includes(SCRIPT)).toBe(true)
    expect((await reencodeImage(bytes)).bytes.includes('script')).toBe(false)
  })
})

describe('a file that is not a picture', () => {
  it.each([
    ['an empty file', Buffer.alloc(0)],
    ['one byte', Buffer.from([0x89])],
    ['HTML', Buffer.from(`<!doctype html>${SCRIPT}`)],
    ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['PDF', Buffer.from('%PDF-1.7\n')],
    ['BMP', Buffer.concat([Buffer.from('BM'), Buffer.alloc(60)])],
    ['zeros', Buffer.alloc(4096)],
  ])('is rejected: %s', async (_, bytes) => {
    await expect(reencodeImage(bytes)).rejects.toMatchObject(TYPE)
  })

  it.each([
    [
      'a PNG signature before random bytes',
      Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(100, 1)]),
    ],
    ['a script that begins as a GIF', Buffer.from('GIF=1;alert(1)')],
    ['only a GIF header', Buffer.from('GIF89a/*')],
    ['only a JPEG header', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16])],
  ])('is rejected although it begins as one: %s', async (_, bytes) => {
    await expect(reencodeImage(bytes)).rejects.toMatchObject({
      status: expect.toSatisfy((s) => s === 400 || s === 415),
    })
  })

  it('is rejected if half of it is missing', async () => {
    const whole = await sharp(Buffer.from(Array.from({ length: 90_000 }, (_, index) => (index * index) % 251)), {
      raw: { width: 300, height: 100, channels: 3 },
    })
      .png()
      .toBuffer()
    await expect(reencodeImage(whole.subarray(0, whole.length / 2))).rejects.toMatchObject({
      code: 'invalid',
      message: '图片文件已损坏或无法识别',
    })
  })
})

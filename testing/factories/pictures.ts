/** Small pictures of every type, and malicious ones. */
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'

const createPlainPicture = (width = 8, height = 6) =>
  sharp({ create: { width, height, channels: 3, background: { r: 58, g: 76, b: 168 } } })

export const createPng = (width?: number, height?: number): Promise<Buffer> =>
  createPlainPicture(width, height).png().toBuffer()
export const createJpeg = (width?: number, height?: number): Promise<Buffer> =>
  createPlainPicture(width, height).jpeg().toBuffer()
export const createWebp = (): Promise<Buffer> => createPlainPicture().webp().toBuffer()
export const createGif = (): Promise<Buffer> => createPlainPicture().gif().toBuffer()

/** Returns a photo as phones produce it: rotated by its metadata, which contains the location. */
export const createJpegWithExif = (): Promise<Buffer> =>
  createPlainPicture(8, 6)
    .withExif({ IFD0: { Artist: 'secret-author' }, IFD3: { GPSLatitude: '31/1 14/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()

/** Returns a GIF with this number of frames, each in a different grey. */
export const createAnimatedGif = (frames: number): Promise<Buffer> => {
  const raw = Buffer.concat(Array.from({ length: frames }, (_, index) => Buffer.alloc(4 * 4 * 3, (index * 7) % 256)))
  return sharp(raw, { raw: { width: 4, height: 4 * frames, channels: 3, pageHeight: 4 } })
    .gif({ loop: 0, delay: Array.from({ length: frames }, () => 100) })
    .toBuffer()
}

/** Returns a decompression bomb: a small PNG that declares to be `side` pixels wide and high. */
export function createPngBomb(side: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header.set([8, 0, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(1024 * 1024))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** Returns a PNG whose metadata contain a text. */
export async function createPngWithText(text: string): Promise<Buffer> {
  const picture = await createPng()
  const index = picture.length - 12
  return Buffer.concat([
    picture.subarray(0, index),
    chunk('tEXt', Buffer.from(`Comment\0${text}`, 'latin1')),
    picture.subarray(index),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const chunk = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(chunk))
  return Buffer.concat([length, chunk, sum])
}

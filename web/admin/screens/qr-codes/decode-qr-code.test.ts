import encodeQR from 'qr'
import sharp, { type Sharp } from 'sharp'
import { describe, expect, it } from 'vitest'
import { canDecode } from './decode-qr-code.ts'

const readPixels = async (image: Sharp) => {
  const { data, info } = await image.ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

const createQrCode = () => sharp(Buffer.from(encodeQR('https://example.com/join', 'svg'))).resize(300)

describe('canDecode', () => {
  it('reads a code', async () => {
    expect(canDecode(await readPixels(createQrCode().flatten({ background: '#fff' })))).toBe(true)
  })

  it('reads a code on a poster', async () => {
    const poster = sharp({ create: { width: 800, height: 1_000, channels: 3, background: '#2a3a8c' } }).composite([
      { input: await createQrCode().flatten({ background: '#fff' }).png().toBuffer(), left: 240, top: 500 },
    ])
    expect(canDecode(await readPixels(sharp(await poster.jpeg().toBuffer())))).toBe(true)
  })

  it('finds no code in a white image', async () => {
    const whiteImage = sharp({ create: { width: 300, height: 300, channels: 3, background: '#fff' } })
    expect(canDecode(await readPixels(whiteImage))).toBe(false)
  })
})

import { decodeQR } from 'qr/decode.js'
import { expect, it } from 'vitest'
import { drawQrCode } from './qr-code.tsx'

/** Pixels per module; the decoder needs more than one. */
const SCALE = 4

it('draws a QR code that can be decoded', () => {
  const text = 'https://zhijian.example.com/evaluation/verify?report=Py0KQzbiROAwzD4GbzrrXA'
  const { size, path } = drawQrCode(text)
  const width = size * SCALE
  const data = new Uint8Array(width * width * 4).fill(255)
  for (const [, left, top, length] of path.matchAll(/M(\d+) (\d+)h(\d+)/g))
    for (let y = Number(top) * SCALE; y < (Number(top) + 1) * SCALE; y += 1)
      for (let x = Number(left) * SCALE; x < (Number(left) + Number(length)) * SCALE; x += 1)
        data.fill(0, (y * width + x) * 4, (y * width + x) * 4 + 3)
  expect(decodeQR({ width, height: width, data })).toBe(text)
})

import { decodeQR } from 'qr/decode.js'

type Pixels = { width: number; height: number; data: Uint8ClampedArray | Uint8Array }

/** Longer than the library's default, which is meant for camera frames. */
const TIME_LIMIT_MS = 500

/** Returns whether a QR code can be read in RGBA pixels. */
export function canDecode({ width, height, data }: Pixels): boolean {
  try {
    decodeQR({ width, height, data }, { format: 'RGBA', timeLimit: TIME_LIMIT_MS })
    return true
  } catch {
    return false
  }
}

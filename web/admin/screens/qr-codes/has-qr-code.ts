/** Larger pictures are scaled down to this size: decoding them takes longer without finding more. */
const MAX_SIDE_PX = 1_024

/**
 * Returns whether a picture contains a readable QR code; `true` if the browser can't open it, since the server checks
 * it.
 */
export async function hasQrCode(file: Blob): Promise<boolean> {
  const pixels = await readPixels(file).catch(() => undefined)
  if (!pixels) return true
  const { canDecode } = await import('./decode-qr-code.ts')
  return canDecode(pixels)
}

async function readPixels(file: Blob): Promise<ImageData | undefined> {
  const picture = await createImageBitmap(file)
  const scale = Math.min(1, MAX_SIDE_PX / Math.max(picture.width, picture.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(picture.width * scale))
  canvas.height = Math.max(1, Math.round(picture.height * scale))
  const context = canvas.getContext('2d')
  // Transparent pixels are read as white, as they are displayed.
  if (context) {
    context.fillStyle = '#ffffff'
    context.fillRect(0, 0, canvas.width, canvas.height)
    context.drawImage(picture, 0, 0, canvas.width, canvas.height)
  }
  picture.close()
  return context?.getImageData(0, 0, canvas.width, canvas.height)
}

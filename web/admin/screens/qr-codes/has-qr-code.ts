/** Larger images are scaled down to this size: decoding them takes longer without finding more. */
const MAX_SIDE_PX = 1_024

/**
 * Returns whether an image contains a readable QR code. Returns true if the browser can't decode the image, which the
 * server also checks.
 */
export async function hasQrCode(file: Blob): Promise<boolean> {
  const pixels = await readPixels(file).catch(() => undefined)
  if (!pixels) return true
  const { canDecode } = await import('./decode-qr-code.ts')
  return canDecode(pixels)
}

async function readPixels(file: Blob): Promise<ImageData | undefined> {
  const image = await createImageBitmap(file)
  const scale = Math.min(1, MAX_SIDE_PX / Math.max(image.width, image.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(image.width * scale))
  canvas.height = Math.max(1, Math.round(image.height * scale))
  const context = canvas.getContext('2d')
  // Transparent pixels are read as white, as they are displayed.
  if (context) {
    context.fillStyle = '#ffffff'
    context.fillRect(0, 0, canvas.width, canvas.height)
    context.drawImage(image, 0, 0, canvas.width, canvas.height)
  }
  image.close()
  return context?.getImageData(0, 0, canvas.width, canvas.height)
}

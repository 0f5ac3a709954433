/** Marks that mean something in the header or in a path, and whatever can't be seen. */
const UNSAFE_IN_NAMES = /[\p{Cc}\p{Cf}/\\]/gu

/**
 * Returns a `Content-Disposition` with a file's name (RFC 6266): in ASCII for old clients, and in full for all others
 * (`filename*`, RFC 5987). Whatever the name holds, it stays one value of one header.
 */
export function contentDisposition(kind: 'inline' | 'attachment', filename: string): string {
  const name = filename.toWellFormed().replaceAll(UNSAFE_IN_NAMES, '_').trim() || 'download'
  const plain = name.replaceAll(/[^\x20-\x7e]/gu, '_').replaceAll(/["%;]/g, '_')
  return `${kind}; filename="${plain}"; filename*=UTF-8''${extendedValue(name)}`
}

/** `encodeURIComponent` leaves four marks alone that RFC 5987 §3.2.1 does not. */
const extendedValue = (name: string) =>
  encodeURIComponent(name).replaceAll(/['()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`)

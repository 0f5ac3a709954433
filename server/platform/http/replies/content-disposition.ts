/** Path separators, and control and format characters. */
const UNSAFE_IN_NAMES = /[\p{Cc}\p{Cf}/\\]/gu

/**
 * Returns a `Content-Disposition` with a file name (RFC 6266): in ASCII for old clients, and in full for all others
 * (`filename*`, RFC 5987). Safe for any name: it can't inject parameters or headers.
 */
export function formatContentDisposition(kind: 'inline' | 'attachment', filename: string): string {
  const name = filename.toWellFormed().replaceAll(UNSAFE_IN_NAMES, '_').trim() || 'download'
  const plain = name.replaceAll(/[^\x20-\x7e]/gu, '_').replaceAll(/["%;]/g, '_')
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encodeExtendedValue(name)}`
}

/** Encodes an extended parameter value; RFC 5987 §3.2.1 escapes four characters that `encodeURIComponent` doesn't. */
const encodeExtendedValue = (name: string) =>
  encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )

/** Returns bytes in hex, two lower-case digits each, as command-line tools write hashes. */
export const toHex = (buffer: ArrayBuffer): string =>
  Array.from(new Uint8Array(buffer), (byte) => byte.toString(16).padStart(2, '0')).join('')

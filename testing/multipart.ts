/**
 * A file in a multipart body (RFC 7578). `name` may be given as bytes, in any encoding; `extendedName` is sent next to it
 * as `filename*` (RFC 5987).
 */
export type FilePart = {
  field: string
  name: string | Uint8Array
  extendedName?: string | undefined
  type?: string
  bytes: Uint8Array | string
}

export function createMultipart(files: readonly FilePart[], fields: Readonly<Record<string, string>> = {}) {
  const boundary = '----zhijian-test-boundary'
  const parts = [
    ...Object.entries(fields).map(([name, value]) =>
      Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`),
    ),
    ...files.flatMap(({ field, name, extendedName, type = 'application/octet-stream', bytes }) => [
      Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${field}"; filename="`),
      Buffer.from(typeof name === 'string' ? name.replaceAll('"', '%22') : name),
      Buffer.from(extendedName === undefined ? '"' : `"; filename*=UTF-8''${encodeURIComponent(extendedName)}`),
      Buffer.from(`\r\nContent-Type: ${type}\r\n\r\n`),
      Buffer.from(bytes),
      Buffer.from('\r\n'),
    ]),
    Buffer.from(`--${boundary}--\r\n`),
  ]
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: Buffer.concat(parts),
  }
}

import { ADMIN_MESSAGES } from '#contracts/messages/admin.ts'
import { isObject, type JsonObject } from '#contracts/rules/is-object.ts'

/** Reads a file with a document. Returns why it can't be imported: no JSON, or JSON that isn't a document. */
export async function readImportFile(file: File): Promise<{ document: JsonObject } | { failure: string }> {
  const text = file.name.toLowerCase().endsWith('.json') ? decodeText(await file.arrayBuffer()) : undefined
  if (text === undefined) return { failure: ADMIN_MESSAGES.importMalformed }
  try {
    const parsed: unknown = JSON.parse(text)
    return isObject(parsed) ? { document: parsed } : { failure: ADMIN_MESSAGES.importUnrecognised }
  } catch {
    return { failure: ADMIN_MESSAGES.importMalformed }
  }
}

/** Decodes UTF-16 by its byte order mark, otherwise UTF-8; invalid UTF-8 is what Windows editors write in China: GB 18030. */
function decodeText(bytes: ArrayBuffer): string | undefined {
  const [first, second] = new Uint8Array(bytes)
  for (const encoding of first === 0xff && second === 0xfe ? ['utf-16le'] : ['utf-8', 'gb18030'])
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(bytes)
    } catch {
      // Not this encoding.
    }
  return undefined
}

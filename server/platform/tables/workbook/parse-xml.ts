import { SaxesParser } from 'saxes'

/** What a reader does at each part of XML. Names are without their namespace's prefix. */
type XmlHandlers = {
  open?(name: string, attributes: Readonly<Record<string, string>>): void
  text?(text: string): void
  close?(name: string): void
}

/**
 * Parses XML while it is unpacked, and yields the items that the handlers emit. Throws if it isn't well-formed.
 */
export async function* parseXml<Item>(
  chunks: AsyncIterable<string>,
  createHandlers: (emit: (item: Item) => void) => XmlHandlers,
): AsyncGenerator<Item> {
  const items: Item[] = []
  const handlers = createHandlers((item) => items.push(item))
  const parser = new SaxesParser({ xmlns: false, position: false })
  parser.on('opentag', ({ name, attributes }) => handlers.open?.(removePrefix(name), attributes))
  parser.on('text', (text) => handlers.text?.(text))
  parser.on('cdata', (text) => handlers.text?.(text))
  parser.on('closetag', ({ name }) => handlers.close?.(removePrefix(name)))
  for await (const chunk of chunks) {
    parser.write(chunk)
    yield* items.splice(0)
  }
  parser.close()
  yield* items
}

const removePrefix = (name: string) => name.slice(name.indexOf(':') + 1)

/** Parses XML as `parseXml` does. Returns all items. */
export async function parseAllXml<Item>(...input: Parameters<typeof parseXml<Item>>): Promise<Item[]> {
  const items: Item[] = []
  for await (const item of parseXml(...input)) items.push(item)
  return items
}

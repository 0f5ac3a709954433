/** Streams a list as indented JSON, in the format of `JSON.stringify`. */
export async function* streamJson(pages: AsyncIterable<readonly unknown[]>): AsyncGenerator<Uint8Array> {
  let isEmpty = true
  for await (const page of pages) {
    if (page.length === 0) continue
    const items = page.map((value) => `  ${JSON.stringify(value, null, 2).replaceAll('\n', '\n  ')}`)
    yield Buffer.from(`${isEmpty ? '[\n' : ',\n'}${items.join(',\n')}`)
    isEmpty = false
  }
  yield Buffer.from(isEmpty ? '[]\n' : '\n]\n')
}

/** Reads a source and converts its errors, but not those of its consumer. */
export async function* convertErrors<Item>(
  source: AsyncIterable<Item>,
  convert: (error: unknown) => Error,
): AsyncGenerator<Item> {
  try {
    yield* source
  } catch (error) {
    throw convert(error)
  }
}

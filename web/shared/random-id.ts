/** Returns an id that nobody else chooses. `randomUUID` is there on secure origins alone. */
export const createRandomId = (): string =>
  Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36).padStart(7, '0')).join('')

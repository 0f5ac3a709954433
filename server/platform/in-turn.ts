export type Turns = ReturnType<typeof createTurns>

/** Makes a queue for each key: work under one key is done one piece after another, under different keys at once. */
export function createTurns() {
  const last = new Map<string, Promise<unknown>>()

  return async function inTurn<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    const before = last.get(key) ?? Promise.resolve()
    const mine = before.then(work, work)
    last.set(key, mine)
    try {
      return await mine
    } finally {
      if (last.get(key) === mine) last.delete(key)
    }
  }
}

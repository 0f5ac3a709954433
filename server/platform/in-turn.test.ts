import { describe, expect, it } from 'vitest'
import { createTurns } from './in-turn.ts'

describe('in turn', () => {
  it('does one after another under one key, whatever became of the one before', async () => {
    const inTurn = createTurns()
    const seen: string[] = []
    const piece = (name: string, fails = false) =>
      inTurn('key', async () => {
        seen.push(`${name} begins`)
        await Promise.resolve()
        seen.push(`${name} ends`)
        if (fails) throw new Error(name)
        return name
      })
    const results = await Promise.allSettled([piece('a'), piece('b', true), piece('c')])
    expect(seen).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends'])
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  })

  it('keeps no key waiting for another', async () => {
    const inTurn = createTurns()
    const never = inTurn('a', () => new Promise<never>(() => {}))
    expect(await inTurn('b', async () => 'done')).toBe('done')
    expect(never).toBeInstanceOf(Promise)
  })
})

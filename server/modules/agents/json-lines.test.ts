import { expect, it } from 'vitest'
import { readLines, readOpening, splitJsonLines } from './json-lines.ts'

/** Yields texts; whatever is asked for beyond them fails. */
async function* yieldTexts(...texts: string[]): AsyncGenerator<string> {
  yield* texts
  throw new Error('asked for more')
}

async function* endAfter(...texts: string[]): AsyncGenerator<string> {
  yield* texts
}

async function collect(lines: AsyncGenerator<string>): Promise<string[]> {
  const collected: string[] = []
  for await (const line of lines) collected.push(line)
  return collected
}

const open = (start: string, ...texts: string[]) => readOpening(start, yieldTexts(...texts))

it.each([
  ['in one part', '{"a":1}\n{"b":', []],
  ['in several', '\n{"a', ['":1}', '\r\n', ' \n', '{"b":']],
])('knows lines by the beginning of the second object, without the rest, %s', async (_, start, texts) => {
  expect(await open(start, ...texts)).toEqual({ text: start + texts.join(''), isEnded: false, isLines: true })
})

it.each([
  ['an object over several lines', '{\n"a":1', []],
  ['an array of lines', '[1]\n[2]', []],
  ['an object and a text', '{"a":1}\n', ['OK']],
])('takes %s for a whole, as soon as it can', async (_, start, texts) => {
  expect(await open(start, ...texts)).toEqual({ text: start + texts.join(''), isEnded: false, isLines: false })
})

it.each([
  ['one line', '{"a":1}', '\n', ' '],
  ['a line without an end', '{"a"', ':1}'],
])('takes %s for a whole at its end', async (_, start, ...texts) => {
  expect(await readOpening(start, endAfter(...texts))).toEqual({
    text: start + texts.join(''),
    isEnded: true,
    isLines: false,
  })
})

it('yields each line as soon as it has ended, and the last one without an end', async () => {
  const lines = readLines('{"a":1}\n{"b"', endAfter(':2', '}\n', '\n{"c":3}'), 100)
  expect(await collect(lines)).toEqual(['{"a":1}', '{"b":2}', '', '{"c":3}'])
  const first = readLines('{"a":1}\n{', yieldTexts(), 100)
  expect(await first.next()).toEqual({ done: false, value: '{"a":1}' })
})

it('refuses a line that is too long, in one part or in many', async () => {
  const parts = Array.from({ length: 11 }, () => '1234567890')
  await expect(collect(readLines('', endAfter(...parts), 100))).rejects.toMatchObject({ failure: 'tooLarge' })
  await expect(collect(readLines(`1\n${parts.join('')}`, endAfter(), 100))).rejects.toMatchObject({
    failure: 'tooLarge',
  })
  const short = Array.from({ length: 11 }, () => '1234567890\n')
  expect(await collect(readLines('', endAfter(...short), 100))).toHaveLength(12)
})

it('splits a text only if every line is an object', () => {
  expect(splitJsonLines('{"a":1}\r\n\n{"b":2}\n')).toEqual(['{"a":1}\r', '{"b":2}'])
  expect([splitJsonLines('{"a":1}'), splitJsonLines('{"a":1}\nOK'), splitJsonLines('')]).toEqual([[], [], []])
})

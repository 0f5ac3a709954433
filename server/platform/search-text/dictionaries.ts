/**
 * The dictionaries of Chinese scripts and readings. They take 12 MB, and a process may run for a long time without
 * needing them, so they are loaded on first use. Server only.
 */
import { createRequire } from 'node:module'

const load = createRequire(import.meta.url)

let convert: ((text: string) => string) | undefined
let pinyin: typeof import('pinyin-pro').pinyin | undefined

/** Returns a text in simplified characters, converted word by word. */
export function toSimplified(text: string): string {
  convert ??= loadConverter()
  return convert(text)
}

/**
 * Returns the readings of a text's characters without tones, ü as v; other characters are returned unchanged, one each.
 */
export function toSyllables(text: string): string[] {
  pinyin ??= loadPinyin()
  return pinyin(text, { toneType: 'none', type: 'array', v: true })
}

/** Readings of characters, of which Unicode has a limited number. */
const readings = new Map<string, string>()

/** Returns the most usual reading of a character, without context. */
export function readCharacter(character: string): string {
  const cached = readings.get(character)
  if (cached !== undefined) return cached
  const reading = toSyllables(character).join('')
  readings.set(character, reading)
  return reading
}

function loadConverter(): (text: string) => string {
  const { Converter }: typeof import('opencc-js/t2cn') = load('opencc-js/t2cn')
  return Converter({ from: 't', to: 'cn' })
}

function loadPinyin() {
  const module: typeof import('pinyin-pro') = load('pinyin-pro')
  return module.pinyin
}

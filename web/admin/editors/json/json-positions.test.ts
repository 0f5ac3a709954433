import { CompletionContext, type CompletionResult } from '@codemirror/autocomplete'
import { json } from '@codemirror/lang-json'
import { EditorState } from '@codemirror/state'
import { describe, expect, it } from 'vitest'
import { parsePath } from '../../components/json-path.ts'
import { jsonCompletion } from './json-completion.ts'
import { findPosition, findRange } from './json-positions.ts'
import { parseJson } from './parse-json.ts'

const createEditorState = (doc: string) => EditorState.create({ doc, extensions: [json()] })
const TEXT = '{"hero": {"title": "标题", "buttons": [{"text": "一"}, {"text": "二"}]}, "statistics": []}'

describe('findRange', () => {
  const state = createEditorState(TEXT)
  it.each([
    ['hero.title', '"标题"'],
    ['hero.buttons.1.text', '"二"'],
    ['hero.buttons.1', '{'],
    ['statistics', '['],
    ['hero.missing', '{'],
    ['', '{'],
  ])('finds the range of the value at %j', (path, text) => {
    const { from, to } = findRange(state, parsePath(path))
    expect(state.sliceDoc(from, to)).toBe(text)
  })
})

describe('findPosition', () => {
  it.each([
    ['"标题', 'hero.title'],
    ['"二', 'hero.buttons.1.text'],
  ])('finds the path of the position in %s', (text, path) => {
    const state = createEditorState(TEXT)
    expect(findPosition(state, TEXT.indexOf(text) + 2).path.join('.')).toBe(path)
  })
})

describe('jsonCompletion', () => {
  /** Completes at the `|` in a text. */
  function complete(marked: string): string[] {
    const index = marked.indexOf('|')
    const context = new CompletionContext(createEditorState(marked.replace('|', '')), index, true)
    const result: CompletionResult | null = jsonCompletion('home')(context)
    return (result?.options ?? []).map(({ label }) => label)
  }
  it('offers the property names that the object lacks', () => {
    expect(complete('{"hero": {"title": "", "|"}}')).toEqual(['"subtitle"', '"description"', '"buttons"', '"features"'])
  })
  it('offers the values of an enum', () => {
    expect(complete('{"hero": {"buttons": [{"style": "|"}]}}')).toEqual(['"primary"', '"secondary"', '"outline"'])
  })
  it('offers nothing for paths outside the contract', () => {
    expect(complete('{"unknown": {"|"}}')).toEqual([])
  })
})

describe('parseJson', () => {
  it('parses a document', () => {
    expect(parseJson('{"a": 1}')).toEqual({ document: { a: 1 } })
  })
  it.each([
    ['{"a": 1,\n "b": }', 15, 2],
    ['{"a": 1', 7, 1],
    ['{"a" 1}', 5, 1],
    ["{'a': 1}", 1, 1],
    ['{"a": [1, 2,]}', 12, 1],
    ['{"a": 1}}', 8, 1],
    ['{"a": "b\nc"}', 6, 1],
    ['{"a": 01}', 7, 1],
    ['[1]', 0, 1],
    ['null', 0, 1],
    ['', 0, 1],
  ])('rejects %j at offset %i, line %i', (text, offset, line) => {
    expect(parseJson(text)).toEqual({ error: { message: 'JSON 格式错误，请检查语法', offset, line } })
  })
})

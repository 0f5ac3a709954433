/**
 * Maps positions in a JSON text to paths of its document and back, using CodeMirror's syntax tree, which also exists
 * for invalid JSON.
 */
import { ensureSyntaxTree, syntaxTree } from '@codemirror/language'
import type { EditorState } from '@codemirror/state'
import type { SyntaxNode } from '@lezer/common'
import type { JsonPath } from '../../components/json-path.ts'

const VALUE_NODES = new Set(['Object', 'Array', 'String', 'Number', 'True', 'False', 'Null'])
const PARSE_MS = 500

type Range = { from: number; to: number }

/** Returns the range of the value at a path, or of its closest existing ancestor. */
export function findRange(state: EditorState, path: JsonPath): Range {
  const tree = ensureSyntaxTree(state, state.doc.length, PARSE_MS) ?? syntaxTree(state)
  let node = findValue(tree.topNode)
  for (const key of path) {
    const next = node && (typeof key === 'number' ? getItem(node, key) : findPropertyValue(state, node, key))
    if (!next) break
    node = next
  }
  return node
    ? { from: node.from, to: node.name === 'Object' || node.name === 'Array' ? node.from + 1 : node.to }
    : { from: 0, to: 0 }
}

/** Returns the path of the value at a position, and whether the position is in a property's name. */
export function findPosition(
  state: EditorState,
  position: number,
): { path: JsonPath; isName: boolean; node: SyntaxNode } {
  const node = syntaxTree(state).resolveInner(position, -1)
  const path: (string | number)[] = []
  for (let current: SyntaxNode | null = node; current; current = current.parent) {
    const { parent }: SyntaxNode = current
    if (parent?.name === 'Property' && VALUE_NODES.has(current.name)) path.unshift(getPropertyName(state, parent))
    if (parent?.name === 'Array' && VALUE_NODES.has(current.name)) path.unshift(getItemIndex(parent, current))
  }
  const isName =
    node.name === 'PropertyName' ||
    node.name === 'Object' ||
    (node.name === 'Property' && !hasColon(state, node, position))
  return { path, isName, node }
}

/** Lists the property names that an object's text already contains. */
export function listPropertyNames(state: EditorState, node: SyntaxNode): Set<string> {
  let object: SyntaxNode | null = node
  while (object && object.name !== 'Object') object = object.parent
  return new Set((object?.getChildren('Property') ?? []).map((property) => getPropertyName(state, property)))
}

const findValue = (node: SyntaxNode): SyntaxNode | null =>
  listChildren(node).find(({ name }) => VALUE_NODES.has(name)) ?? null

function listChildren(node: SyntaxNode): SyntaxNode[] {
  const children: SyntaxNode[] = []
  for (let child = node.firstChild; child; child = child.nextSibling) children.push(child)
  return children
}

const getItem = (array: SyntaxNode, index: number): SyntaxNode | null =>
  array.name === 'Array' ? (listChildren(array).filter(({ name }) => VALUE_NODES.has(name))[index] ?? null) : null

function findPropertyValue(state: EditorState, object: SyntaxNode, key: string): SyntaxNode | null {
  const property = object.getChildren('Property').find((candidate) => getPropertyName(state, candidate) === key)
  return property ? findValue(property) : null
}

function getPropertyName(state: EditorState, property: SyntaxNode): string {
  const name = property.getChild('PropertyName')
  if (!name) return ''
  try {
    return String(JSON.parse(state.sliceDoc(name.from, name.to)))
  } catch {
    return ''
  }
}

const getItemIndex = (array: SyntaxNode, item: SyntaxNode): number =>
  listChildren(array)
    .filter(({ name }) => VALUE_NODES.has(name))
    .findIndex(({ from }) => from === item.from)

const hasColon = (state: EditorState, property: SyntaxNode, position: number): boolean =>
  state.sliceDoc(property.getChild('PropertyName')?.to ?? property.from, position).includes(':')

/**
 * Translators and extensions replace text nodes. If React then removes such a text, or inserts an element before it, the
 * browser throws NotFoundError and the page is gone (https://github.com/facebook/react/issues/11538). So text that comes
 * and goes, or stands after something that does, is the only child of an element: React sets that element's content.
 */
import { globSync, readFileSync } from 'node:fs'
import { parseAst } from 'rolldown/parseAst'
import { expect, it } from 'vitest'

type Node = { type: string; start: number; [key: string]: unknown }

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value
const toNodes = (value: unknown): Node[] => (Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : [])

const FILES = globSync('web/{site,shared}/**/*.tsx').filter((file) => !file.includes('.test.'))

/** Returns what is wrong in a source, each as its line and reason. */
function findLooseTexts(source: string): string[] {
  const program: Node = { ...parseAst(source, { lang: 'tsx' }) }
  const topLevelNames = listTopLevelNames(program)
  const faults: string[] = []
  const report = (node: Node, reason: string) =>
    faults.push(`${source.slice(0, node.start).split('\n').length}: ${reason}`)

  const visit = (node: Node) => {
    if (node.type === 'JSXElement' || node.type === 'JSXFragment') checkChildren(node, topLevelNames, report)
    if (isComponent(node) && listReturned(node).some(isText)) report(node, 'a component returns bare text')
    for (const value of Object.values(node)) for (const child of toNodes(value)) visit(child)
  }
  visit(program)
  return faults
}

function checkChildren(parent: Node, topLevelNames: ReadonlySet<string>, report: (node: Node, reason: string) => void) {
  const children = toNodes(parent.children).filter((child) => !isBlank(child))
  if (children.length < 2) return
  const parts = children.map((child) => describeChild(child, topLevelNames))
  for (const [index, part] of parts.entries()) {
    const isAfterUnsteady = parts.slice(0, index).some(({ isUnsteady }) => isUnsteady)
    if (part.isBareText && parent.type === 'JSXFragment') report(part.child, 'bare text in a fragment')
    if (part.isBareText && part.isUnsteady) report(part.child, 'text that comes and goes')
    else if (isAfterUnsteady && (part.isBareText || part.mayBeText))
      report(part.child, 'text after something that comes and goes')
  }
}

function describeChild(child: Node, topLevelNames: ReadonlySet<string>) {
  const expressions = child.type === 'JSXExpressionContainer' ? toNodes(child.expression) : []
  return {
    child,
    isBareText: child.type === 'JSXText' || expressions.some(isText),
    mayBeText: expressions.some(mayBeText),
    isUnsteady: expressions.some(isConditional) || isChosenElement(child, topLevelNames),
  }
}

const isBlank = (node: Node) =>
  (node.type === 'JSXText' && String(node.value).trim() === '') ||
  toNodes(node.expression).some(({ type }) => type === 'JSXEmptyExpression')

const isConditional = ({ type }: Node) => type === 'LogicalExpression' || type === 'ConditionalExpression'

/** Whether an expression may be text; calls and variables are unknown, so only what is written as text counts. */
function isText(node: Node): boolean {
  if (node.type === 'Literal') return typeof node.value === 'string' || typeof node.value === 'number'
  if (node.type === 'LogicalExpression') return toNodes(node.right).some(isText)
  if (node.type === 'ConditionalExpression') return toNodes([node.consequent, node.alternate]).some(isText)
  return node.type === 'TemplateLiteral'
}

/** Whether an expression is a value, which is text unless its name says that it contains elements. */
const mayBeText = ({ type, name }: Node) =>
  type === 'MemberExpression' || (type === 'Identifier' && !/^(?:children|aside)$|dialogs?$/i.test(String(name)))

/** Whether an element's component is chosen while rendering, such as one of two icons, so that React replaces it. */
function isChosenElement(node: Node, topLevelNames: ReadonlySet<string>): boolean {
  const [opening] = toNodes(node.openingElement)
  const [name] = toNodes(opening?.name)
  return name?.type === 'JSXIdentifier' && /^[A-Z]/.test(String(name.name)) && !topLevelNames.has(String(name.name))
}

function listTopLevelNames(program: Node): Set<string> {
  const declarations = toNodes(program.body).flatMap((node) => [node, ...toNodes(node.declaration)])
  const named = declarations.flatMap((node) => [
    ...toNodes(node.id),
    ...toNodes(node.specifiers).flatMap(({ local }) => toNodes(local)),
    ...toNodes(node.declarations).flatMap(({ id }) => toNodes(id)),
  ])
  return new Set(named.map(({ name }) => String(name)))
}

const isComponent = (node: Node) =>
  node.type === 'FunctionDeclaration' && toNodes(node.id).some(({ name }) => /^[A-Z]/.test(String(name)))

const listReturned = (node: Node): Node[] =>
  toNodes(node.body)
    .flatMap(({ body }) => toNodes(body))
    .flatMap((statement) => [statement, ...toNodes(statement.consequent)])
    .filter(({ type }) => type === 'ReturnStatement')
    .flatMap(({ argument }) => toNodes(argument))

it.each([
  ['a text that comes and goes', `<p>共{count}项{isOld && '（旧）'}</p>`, 'text that comes and goes'],
  ['a text after a conditional element', '<p>{icon && <Icon />}保存</p>', 'text after something that comes and goes'],
  ['a text after a chosen component', '<p><Chosen />保存</p>', 'text after something that comes and goes'],
  ['a text in a fragment', '<>共<b>1</b>项</>', 'bare text in a fragment'],
])('finds %s', (_case, markup, reason) => {
  const source = `import { Icon } from 'icons'\nexport const Part = ({ count, isOld, icon, Chosen }) => ${markup}`
  expect(findLooseTexts(source)).toContain(`2: ${reason}`)
})

it('finds a component that returns bare text', () => {
  expect(findLooseTexts(`function Count({ count }) {\n  if (!count) return '筛选'\n  return <b>1</b>\n}`)).toEqual([
    '1: a component returns bare text',
  ])
})

it('accepts text that is the only child of its element', () => {
  expect(findLooseTexts(`export const Part = ({ a }) => <p>{a && <b>1</b>}<span>{a ? '二' : '三'}</span></p>`)).toEqual(
    [],
  )
})

it('has no text that a translator can make React lose', () => {
  expect(FILES.length).toBeGreaterThan(300)
  expect(
    FILES.flatMap((file) => findLooseTexts(readFileSync(file, 'utf8')).map((fault) => `${file}:${fault}`)),
  ).toEqual([])
})

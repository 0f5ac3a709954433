/** Tasks as the configuration of promptfoo: its prompts with the variables and assertions of its tests. */
import { parse, stringify } from 'yaml'
import type { Check } from '#contracts/evaluation-checks/check.ts'
import { PROJECT_MESSAGES } from '#contracts/evaluation-projects/messages.ts'
import type { Task } from '#contracts/evaluation-projects/task.ts'
import { TASK_FILE_MESSAGES as MESSAGES } from '#contracts/evaluation-projects/task-import.ts'
import { TASKS, TEXT } from '#contracts/limits.ts'
import { fillInVariables } from '#contracts/rules/evaluation/task-messages.ts'
import { isObject, type JsonObject } from '#contracts/rules/is-object.ts'
import { tryParseJson } from '#contracts/rules/try-parse-json.ts'
import { AppError, invalid } from '#server/platform/app-error.ts'
import type { ReadTask, Remark, TaskFile } from './task-file.ts'

/** An alias may stand for a tenth of a megabyte, and be repeated; more is refused as an attack. */
const MAX_ALIASES = 100

/**
 * Reads a configuration: a task for each prompt and test. Throws `invalid` for what isn't YAML. Assertions of other kinds
 * than our checks, functions and files are listed as notes.
 */
export function readPromptfoo(text: string): TaskFile {
  const config = parseYaml(text)
  const notes: Remark[] = []
  const prompts = listPrompts(config, notes)
  const defaults = isObject(config.defaultTest) ? config.defaultTest : {}
  if (prompts.length * countTests(config.tests) > TASKS.max) throw invalid(PROJECT_MESSAGES.tasksMax(TASKS.max))
  const tests = listTests(config.tests, notes)
  assertModest(prompts, tests, defaults)
  const readSchema = createSchemaReader()
  const tasks = prompts.flatMap((prompt, promptIndex) =>
    tests.map((test, testIndex): ReadTask => {
      const place = MESSAGES.test(promptIndex + 1, testIndex + 1)
      return { place, fields: readTest(prompt, { test, defaults, place, notes, readSchema }) }
    }),
  )
  return { tasks, trials: [], errors: [], notes }
}

function parseYaml(text: string): JsonObject {
  try {
    const config: unknown = parse(text, { maxAliasCount: MAX_ALIASES, merge: true })
    // Throws for aliases that contain themselves.
    JSON.stringify(config)
    if (isObject(config)) return config
    throw new Error('not a mapping')
  } catch (error) {
    const [problem = ''] = String(error instanceof Error ? error.message : error).split('\n')
    throw invalid(MESSAGES.unreadable('YAML', problem))
  }
}

/** The user's messages of a prompt. */
type Prompt = string[]

function listPrompts({ prompts }: JsonObject, notes: Remark[]): Prompt[] {
  const items = Array.isArray(prompts) ? prompts : prompts === undefined ? ['{{question}}'] : [prompts]
  return items.flatMap((item: unknown, index): Prompt[] => {
    const content = isObject(item) ? (item.raw ?? item.id) : item
    const place = MESSAGES.item(index + 1)
    if (typeof content !== 'string' || content.startsWith('file://')) {
      notes.push({ place, message: MESSAGES.externalFile(String(content)) })
      return []
    }
    return [readPrompt(content, place, notes)]
  })
}

/** Returns the messages of a prompt, which may be a list of messages in JSON. */
function readPrompt(content: string, place: string, notes: Remark[]): Prompt {
  const chat = tryParseJson(content)
  const messages = Array.isArray(chat) ? chat.filter(isObject) : [{ role: 'user', content }]
  const others = new Set(messages.map(({ role }) => String(role)).filter((role) => role !== 'user'))
  for (const role of others) notes.push({ place, message: MESSAGES.role(role) })
  const texts = messages.filter(({ role }) => role === 'user').map((message) => String(message.content))
  if (texts.some((text) => STATEMENT.test(text))) notes.push({ place, message: MESSAGES.template })
  return texts
}

/** Statements and filters of Nunjucks, which our variables don't have. */
const STATEMENT = /\{%|\{\{[^}]*[|(.[][^}]*\}\}/

function listTests(tests: unknown, notes: Remark[]): JsonObject[] {
  if (tests === undefined) return [{}]
  const items: unknown[] = Array.isArray(tests) ? tests : [tests]
  return items.flatMap((test, index) => {
    if (isObject(test)) return expandVariables(test)
    notes.push({ place: MESSAGES.item(index + 1), message: MESSAGES.externalFile(String(test)) })
    return []
  })
}

/** Returns how many tests there are with the values of their variables, without making them. */
function countTests(tests: unknown): number {
  const items: unknown[] = Array.isArray(tests) ? tests : [tests]
  return items.reduce<number>((sum, test) => {
    const vars = isObject(test) && isObject(test.vars) ? Object.values(test.vars) : []
    return sum + vars.reduce<number>((product, value) => (Array.isArray(value) ? product * value.length : product), 1)
  }, 0)
}

/** Returns a test for each value of its variables that are lists, as promptfoo does. */
function expandVariables(test: JsonObject): JsonObject[] {
  const { vars } = test
  if (!isObject(vars)) return [test]
  const [name, values] = Object.entries(vars).find(([, value]) => Array.isArray(value)) ?? []
  if (name === undefined || !Array.isArray(values)) return [test]
  return values.flatMap((value: unknown) => expandVariables({ ...test, vars: { ...vars, [name]: value } }))
}

/** Throws `payloadTooLarge` if the tasks hold far more than the file: each repeats its prompt, and the defaults. */
function assertModest(prompts: readonly Prompt[], tests: readonly JsonObject[], defaults: JsonObject): void {
  const lengths = new Map<unknown, number>()
  function measure(value: unknown): number {
    const length = lengths.get(value) ?? JSON.stringify(value ?? null).length
    lengths.set(value, length)
    return length
  }
  let total = prompts.reduce((sum, prompt) => sum + measure(prompt), 0) * tests.length
  for (const { vars, assert } of tests) {
    const values = [defaults.vars, defaults.assert, vars, assert]
    total += values.reduce<number>((sum, value) => sum + measure(value), 0) * prompts.length
    if (total > TASKS.yamlExpandedLength) throw new AppError('payloadTooLarge', MESSAGES.yamlExpandsTooFar)
  }
}

type TestContext = {
  test: JsonObject
  defaults: JsonObject
  place: string
  notes: Remark[]
  readSchema: SchemaReader
}

function readTest(prompt: Prompt, { test, defaults, place, notes, readSchema }: TestContext): JsonObject {
  const named = Object.fromEntries(
    [defaults.vars, test.vars]
      .flatMap((vars) => (isObject(vars) ? Object.entries(vars) : []))
      .map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
  )
  const assertions = [defaults.assert, test.assert].flatMap((list) => (Array.isArray(list) ? list : []))
  const checks = assertions.flatMap((assertion: unknown): JsonObject[] => {
    const check = isObject(assertion) ? toCheck(assertion, readSchema) : undefined
    if (check) return [check]
    const type = isObject(assertion) ? String(assertion.type) : String(assertion)
    notes.push({ place, message: MESSAGES.unknownAssertion(type) })
    return []
  })
  const { turns, variables } = inlineQuestion(prompt, named)
  const [message = ''] = turns
  const description = typeof test.description === 'string' ? test.description : undefined
  return {
    title: description ?? fillInVariables(message, variables).slice(0, TEXT.line),
    turns,
    variables,
    checks,
    ...(typeof test.threshold === 'number' && { threshold: test.threshold }),
  }
}

/** A prompt that is only a variable becomes that variable's value, which may name others. */
function inlineQuestion(prompt: Prompt, variables: Record<string, string>) {
  const [, name = ''] = /^\{\{\s*([^}\s]+)\s*\}\}$/.exec(prompt.length === 1 ? (prompt[0] ?? '') : '') ?? []
  const { [name]: question, ...others } = variables
  return question === undefined ? { turns: prompt, variables } : { turns: [question], variables: others }
}

type TextCheck = { kind: string; isList?: true; ignoreCase?: true }
/** The kinds of assertions that compare texts, with the checks that they become. */
const TEXT_CHECKS: Readonly<Record<string, TextCheck>> = {
  equals: { kind: 'equals' },
  contains: { kind: 'contains' },
  icontains: { kind: 'contains', ignoreCase: true },
  'contains-any': { kind: 'containsAny', isList: true },
  'icontains-any': { kind: 'containsAny', isList: true, ignoreCase: true },
  'contains-all': { kind: 'containsAll', isList: true },
  'icontains-all': { kind: 'containsAll', isList: true, ignoreCase: true },
  'starts-with': { kind: 'startsWith' },
}

/** Returns the check that an assertion means; `undefined` if there is none. */
function toCheck({ type, value, threshold, weight }: JsonObject, readSchema: SchemaReader): JsonObject | undefined {
  if (typeof type !== 'string') return undefined
  const isNegated = type.startsWith('not-')
  const rule = toRule(isNegated ? type.slice('not-'.length) : type, { value, threshold, readSchema })
  return rule && { ...rule, ...(typeof weight === 'number' && { weight }), ...(isNegated && { isNegated }) }
}

type RuleInput = { value: unknown; threshold: unknown; readSchema: SchemaReader }

function toRule(type: string, { value, threshold, readSchema }: RuleInput): JsonObject | undefined {
  const textCheck = Object.hasOwn(TEXT_CHECKS, type) ? TEXT_CHECKS[type] : undefined
  if (textCheck) return toTextRule(textCheck, value)
  switch (type) {
    case 'regex':
      return { kind: 'regex', pattern: toText(value) }
    case 'is-json':
      return toJsonRule(value, readSchema)
    case 'is-refusal':
      return { kind: 'refuses' }
    case 'llm-rubric':
      return { kind: 'rubric', text: toText(value) }
    case 'latency':
      return { kind: 'latency', atMostMs: threshold }
    // `cost` is in dollars there.
    default:
      return undefined
  }
}

function toTextRule({ kind, isList, ignoreCase }: TextCheck, value: unknown): JsonObject | undefined {
  // Values that aren't texts are compared as JSON.
  if (kind === 'equals' && (isObject(value) || Array.isArray(value)))
    return { kind: 'jsonSchema', schema: { const: value } }
  const content = isList ? { values: toList(value) } : { value: toText(value) }
  if ('values' in content && !content.values) return undefined
  return { kind, ...content, ...(ignoreCase && { ignoreCase }) }
}

/** Returns the check of a schema, which may be a text in YAML; of any JSON without one. */
function toJsonRule(value: unknown, readSchema: SchemaReader): JsonObject | undefined {
  const schema = typeof value === 'string' ? readSchema(value) : (value ?? true)
  return schema === true || isObject(schema) ? { kind: 'jsonSchema', schema } : undefined
}

const toText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value ?? ''))

/** Returns the value of a text in YAML; `undefined` if it isn't YAML. */
type SchemaReader = (text: string) => unknown

/** Creates the reader of a file's schemas, which reads each once: thousands of tests may refer to one large text. */
function createSchemaReader(): SchemaReader {
  const schemas = new Map<string, unknown>()
  return (text) => {
    if (!schemas.has(text)) schemas.set(text, tryParseYaml(text))
    return schemas.get(text)
  }
}

function tryParseYaml(text: string): unknown {
  try {
    const value: unknown = parse(text, { maxAliasCount: MAX_ALIASES })
    // Throws for aliases that contain themselves.
    JSON.stringify(value)
    return value
  } catch {
    return undefined
  }
}

/** Returns the texts of a list, which promptfoo also accepts as one text with commas; `undefined` if its quotes don't match. */
function toList(value: unknown): string[] | undefined {
  if (Array.isArray(value)) return value.map(toText)
  const text = toText(value)
  const items: string[] = []
  for (let rest = text.replace(SEPARATORS, ''); rest !== ''; rest = rest.replace(SEPARATORS, '')) {
    const [matched, quoted, plain = ''] = LIST_ITEM.exec(rest) ?? []
    if (matched === undefined) return undefined
    items.push(quoted === undefined ? plain.trim() : quoted.replaceAll(ESCAPED_QUOTE, '$1$2'))
    rest = rest.slice(matched.length)
  }
  return items
}

const SEPARATORS = /^[\s,]+/
/** An item in quotes, in which a quote is doubled or follows a backslash, or one without. */
const LIST_ITEM = /^(?:"((?:\\["\\]|""|[^"\\]|\\(?!["\\]))*)"\s*(?=,|$)|([^",][^,]*))/
const ESCAPED_QUOTE = /\\(["\\])|"(")/g

/**
 * Writes tasks as a configuration. Tasks of several messages and checks that promptfoo lacks are left out, which a comment
 * at the beginning says.
 */
export function writePromptfoo(tasks: readonly Task[]): string {
  const single = tasks.filter(({ turns }) => turns.length <= 1)
  const lost = [
    ...tasks.filter(({ turns }) => turns.length > 1).map(({ title }) => MESSAGES.severalMessages(title)),
    ...single.flatMap(({ title, checks }) =>
      checks.filter((check) => !toAssertion(check)).map(({ kind }) => MESSAGES.lostCheck(title, kind)),
    ),
  ]
  const config = {
    prompts: [`{{${QUESTION}}}`],
    tests: single.map(({ title, turns: [message = title], variables, checks, threshold }) => {
      const assertions = checks.flatMap((check) => toAssertion(check) ?? [])
      return {
        description: title,
        vars: { ...variables, [QUESTION]: message },
        ...(assertions.length > 0 && { assert: assertions }),
        ...(threshold < 1 && { threshold }),
      }
    }),
  }
  return [...lost.map((remark) => `# ${remark.replaceAll(/\s+/g, ' ')}\n`), stringify(config)].join('')
}

/** The variable that holds a task's message in a configuration that we wrote. */
const QUESTION = 'question'

/** Returns the assertion that means the same as a check; `undefined` if there is none. */
function toAssertion(check: Check): JsonObject | undefined {
  const rule = toAssertionRule(check)
  return (
    rule && {
      ...rule,
      type: `${check.isNegated ? 'not-' : ''}${rule.type}`,
      ...(check.weight !== 1 && { weight: check.weight }),
    }
  )
}

function toAssertionRule(check: Check): (JsonObject & { type: string }) | undefined {
  switch (check.kind) {
    case 'equals':
    case 'contains':
    case 'containsAny':
    case 'containsAll':
    case 'startsWith': {
      const { ignoreCase, ignoreSpace, ignoreVariants, ignoreWidth } = check
      const type = Object.entries(TEXT_CHECKS).find(
        ([, rule]) => rule.kind === check.kind && (rule.ignoreCase ?? false) === ignoreCase,
      )?.[0]
      if (type === undefined || ignoreSpace || ignoreVariants || ignoreWidth) return undefined
      return { type, value: 'values' in check ? check.values : check.value }
    }
    case 'regex':
      return check.flags === '' ? { type: 'regex', value: check.pattern } : undefined
    case 'jsonSchema':
      return { type: 'is-json', ...(check.schema !== true && { value: check.schema }) }
    case 'refuses':
      return { type: 'is-refusal' }
    case 'rubric':
      return { type: 'llm-rubric', value: check.text }
    case 'latency':
      return { type: 'latency', threshold: check.atMostMs }
    default:
      return undefined
  }
}

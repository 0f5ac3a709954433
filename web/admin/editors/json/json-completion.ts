import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete'
import type { DocumentKind } from '#contracts/vocabulary.ts'
import { formatPath } from '../../components/json-path.ts'
import { getLabel } from '../form/field-paths.ts'
import { FORMS } from '../forms/forms.ts'
import { findPosition, listPropertyNames } from './json-positions.ts'
import { createInitialText, getJsonSchema, getSchemaAt, type JsonSchema } from './json-schema.ts'

/** Completes property names and enum values from the contract's JSON schema, each with its Chinese label. */
export const jsonCompletion =
  (kind: DocumentKind) =>
  (context: CompletionContext): CompletionResult | null => {
    const { path, isName, node } = findPosition(context.state, context.pos)
    const input = context.matchBefore(/"?[\w-]*/)
    if (!context.explicit && (!input || input.from === input.to)) return null
    const from = input?.from ?? context.pos
    const schema = getSchemaAt(getJsonSchema(kind), path)
    if (!schema) return null
    // The editor inserts the closing quote together with the opening one, so the completion replaces it.
    const nextCharacter = context.state.sliceDoc(context.pos, context.pos + 1)
    const to = nextCharacter === '"' ? context.pos + 1 : context.pos
    if (isName && schema.properties)
      return {
        from,
        to,
        options: listNames(kind, schema, formatPath(path), listPropertyNames(context.state, node)),
        filter: true,
      }
    const values = listValues(schema)
    return values.length > 0 ? { from, to, options: values } : null
  }

/** Lists the properties that an object doesn't have yet. */
function listNames(
  kind: DocumentKind,
  { properties = {} }: JsonSchema,
  path: string,
  existingNames: ReadonlySet<string>,
): Completion[] {
  return Object.entries(properties)
    .filter(([name]) => !existingNames.has(name))
    .map(([name, schema]) => ({
      label: `"${name}"`,
      apply: `"${name}": ${createInitialText(schema)}`,
      detail:
        getLabel(FORMS[kind], path === '' ? name : `${path}.${name}`)
          .split(' › ')
          .at(-1) ?? '',
      type: 'property',
    }))
}

function listValues(schema: JsonSchema): Completion[] {
  const values = schema.type === 'boolean' ? [true, false] : (schema.enum ?? [])
  return values.map((value) => ({ label: JSON.stringify(value), type: 'enum' }))
}

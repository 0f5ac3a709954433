import { escapeHtml } from './escape-html.ts'

/** Text in full-width brackets is to be filled in by the operator. */
const PLACEHOLDER = /［[^［］<>]{1,40}］/g

/** Replaces the placeholders of a legal text whose value is given, escaped for HTML. */
export function fillPlaceholders<Name extends string>(
  html: string,
  placeholders: Readonly<Record<Name, string>>,
  values: Readonly<Record<NoInfer<Name>, string>>,
): string {
  let filled = html
  for (const name of Object.keys(placeholders).filter((key): key is Name => Object.hasOwn(placeholders, key)))
    if (values[name] !== '') filled = filled.replaceAll(placeholders[name], () => escapeHtml(values[name]))
  return filled
}

/** Lists the remaining placeholders of texts, each once. */
export const listPlaceholders = (...texts: readonly string[]): string[] => [
  ...new Set(texts.flatMap((html) => html.match(PLACEHOLDER) ?? [])),
]

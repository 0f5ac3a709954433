import { escapeHtml } from './escape-html.ts'

/** Text in full-width brackets is to be filled in by the operator. */
const BLANK = /［[^［］<>]{1,40}］/g

/** Replaces the blanks of a legal text whose value is given, escaped for HTML. */
export function fillBlanks<Name extends string>(
  html: string,
  blanks: Readonly<Record<Name, string>>,
  values: Readonly<Record<NoInfer<Name>, string>>,
): string {
  let filled = html
  for (const name of Object.keys(blanks).filter((key): key is Name => Object.hasOwn(blanks, key)))
    if (values[name] !== '') filled = filled.replaceAll(blanks[name], () => escapeHtml(values[name]))
  return filled
}

/** Lists the remaining blanks of texts, each once. */
export const listBlanks = (...texts: readonly string[]): string[] => [
  ...new Set(texts.flatMap((html) => html.match(BLANK) ?? [])),
]

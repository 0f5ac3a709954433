import { escapeHtml } from './escape-html.ts'

/** What stands in full-width brackets is for the operator to fill in. */
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

/** Lists the blanks that texts still hold, each once. */
export const listBlanks = (...texts: readonly string[]): string[] => [
  ...new Set(texts.flatMap((html) => html.match(BLANK) ?? [])),
]

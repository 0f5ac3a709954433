/** A variable of a mail template: `{{companyName}}`, with optional spaces inside the braces. */
const VARIABLE = /\{\{\s*([^{}]*?)\s*\}\}/g

/** Returns the names between double braces, each once, in order of appearance. */
export const extractVariables = (template: string): string[] => [
  ...new Set([...template.matchAll(VARIABLE)].map(([, name = '']) => name)),
]

/** Returns whether a variable isn't closed, as in `{{companyName`: the mail would contain it as it stands. */
export const hasUnclosedVariable = (template: string): boolean => template.replaceAll(VARIABLE, '').includes('{{')

/** Replaces each variable with `getValue(name)` in a single pass: braces within a value are left unchanged. */
export const fillVariables = (template: string, getValue: (name: string) => string): string =>
  template.replaceAll(VARIABLE, (_, name: string) => getValue(name))

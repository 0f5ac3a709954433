/** A variable of a mail's template: `{{companyName}}`, blanks within the braces allowed. */
const VARIABLE = /\{\{\s*([^{}]*?)\s*\}\}/g

/** Returns the names between double braces, each once, in the order in which they come. */
export const extractVariables = (template: string): string[] => [
  ...new Set([...template.matchAll(VARIABLE)].map(([, name = '']) => name)),
]

/** Puts `getValue(name)` in the place of each variable, once: braces within a value stay what they are. */
export const fillVariables = (template: string, getValue: (name: string) => string): string =>
  template.replaceAll(VARIABLE, (_, name: string) => getValue(name))

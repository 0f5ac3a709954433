/** The messages of a task as they are sent: with its variables, and in each of its wordings. */

/** A variable's name: letters, digits, `_` and `-`, also Chinese ones. */
export const VARIABLE_NAME = /^[\p{L}\p{N}_-]+$/u

const PLACEHOLDER = /\{\{\s*([\p{L}\p{N}_-]+)\s*\}\}/gu

type Variables = Readonly<Record<string, string>>

/** Returns the first variable that a message names but a task lacks. Without variables, braces are plain text. */
export function findUnknownVariable(message: string, variables: Variables): string | undefined {
  if (Object.keys(variables).length === 0) return undefined
  return [...message.matchAll(PLACEHOLDER)].map(([, name = '']) => name).find((name) => !Object.hasOwn(variables, name))
}

/** Returns a message with the values of its variables; a name without a value stays as it is. */
export const fillInVariables = (message: string, variables: Variables): string =>
  message.replaceAll(PLACEHOLDER, (placeholder, name) =>
    Object.hasOwn(variables, name) ? (variables[name] ?? placeholder) : placeholder,
  )

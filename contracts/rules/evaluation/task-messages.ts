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

type Wordings = { title: string; turns: readonly string[]; variants: readonly string[]; variables: Variables }

/**
 * Returns the conversations that a task consists of, each the user's messages in order: the original first, then one per
 * variant, which replaces the first message.
 */
export function listConversations({ title, turns, variants, variables }: Wordings): string[][] {
  const [first = title, ...rest] = turns
  return [first, ...variants].map((opening) => [opening, ...rest].map((message) => fillInVariables(message, variables)))
}

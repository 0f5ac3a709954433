/** Formats errors for the log: what failed and where, without anything that a person has typed. */

/** Properties that never contain row values, unlike PostgreSQL's `detail` and `where`. */
const LOGGED_PROPERTIES = ['code', 'errcode', 'constraint', 'table', 'column', 'routine', 'syscall'] as const

/** Email addresses and quoted text, which may be user input that couldn't be parsed. */
const USER_INPUT = /[^\s"'<>@]+@[^\s"'<>@]+|"[^"\n]*"|'[^'\n]{3,}'/g

type LoggedError = { type: string; message: string; stack: string; cause?: LoggedError | undefined } & {
  [Property in (typeof LOGGED_PROPERTIES)[number]]?: string | number
}

/** Returns an error in the form that may be logged. */
export function toLoggedError(error: unknown): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: 'not an error', stack: '' }
  const logged: LoggedError = {
    type: error.name,
    message: error.message.replaceAll(USER_INPUT, '…'),
    stack: (error.stack ?? '')
      .split('\n')
      .filter((line) => /^\s+at /.test(line))
      .join('\n'),
  }
  for (const property of LOGGED_PROPERTIES) {
    const value: unknown = Reflect.get(error, property)
    if (typeof value === 'string' || typeof value === 'number') logged[property] = value
  }
  if (error.cause instanceof Error) logged.cause = toLoggedError(error.cause)
  return logged
}

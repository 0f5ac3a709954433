/** How errors are logged: what went wrong and where, and nothing that a person has typed. */

/** What says more of an error and holds no value of a row; PostgreSQL's `detail` and `where` do. */
const MEMBERS = ['code', 'errcode', 'constraint', 'table', 'column', 'routine', 'syscall'] as const

/** Addresses of mail, and what stands in quotation marks: a value that something could not be read from. */
const VALUES = /[^\s"'<>@]+@[^\s"'<>@]+|"[^"\n]*"|'[^'\n]{3,}'/g

export type LoggedError = { type: string; message: string; stack: string; cause?: LoggedError | undefined } & {
  [Member in (typeof MEMBERS)[number]]?: string | number
}

/** Returns an error as it may stand in the log. */
export function toLoggedError(error: unknown): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: 'not an error', stack: '' }
  const logged: LoggedError = {
    type: error.name,
    message: error.message.replaceAll(VALUES, '…'),
    stack: (error.stack ?? '')
      .split('\n')
      .filter((line) => /^\s+at /.test(line))
      .join('\n'),
  }
  for (const member of MEMBERS) {
    const value: unknown = Reflect.get(error, member)
    if (typeof value === 'string' || typeof value === 'number') logged[member] = value
  }
  if (error.cause instanceof Error) logged.cause = toLoggedError(error.cause)
  return logged
}

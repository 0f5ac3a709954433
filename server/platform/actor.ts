/** The user behind a change, as the history and the audit record them. */
export type Actor = { id: string; name: string; ip: string | null }

/** The actor for the command line, which has no account. */
export const COMMAND_LINE: Actor = { id: 'command-line', name: '命令行', ip: null }

/** The browser or program that sent a request. */
export type Client = { ip: string; userAgent: string | undefined }

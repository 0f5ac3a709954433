/**
 * The database can't be reached, or the connection broke before its answer came: whether what was asked for has
 * happened isn't known. `cause` is the driver's error.
 */
export class DatabaseUnavailableError extends Error {
  override name = 'DatabaseUnavailableError'

  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
  }
}

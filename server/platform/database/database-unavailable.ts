/**
 * Thrown if the database can't be reached, or the connection broke before the result arrived. The statement may or may
 * not have been executed. `cause` is the driver's error.
 */
export class DatabaseUnavailableError extends Error {
  override name = 'DatabaseUnavailableError'

  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
  }
}

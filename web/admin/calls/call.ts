/** The back office's calls: like the site's, and an ended session is first mended. */
import { type Call, callApi } from '../../shared/api.ts'
import { isReadFailure } from '../../shared/read-failure.ts'
import { session } from '../session/session.ts'
import { hasUnsaved } from '../session/unsaved.ts'

let tellTwoFactorMissing = () => {}

/** Says who is told when a call was refused because the settings began to want two-factor sign-in. */
export function onTwoFactorMissing(tell: () => void): void {
  tellTwoFactorMissing = tell
}

/**
 * Calls the server. A 401 signs out; where something is unsaved it asks to sign in over the page, and then calls again.
 * Throws a `ReadFailure`.
 */
export async function call<Reply>(path: string, options?: Call): Promise<Reply> {
  return withSession(() => callApi<Reply>(path, options))
}

export const callData = async <Data>(path: string, options?: Call): Promise<Data> =>
  (await call<{ data: Data }>(path, options)).data

/** Runs a call, and runs it once more after a sign-in where the session had ended. */
export async function withSession<Reply>(attempt: () => Promise<Reply>): Promise<Reply> {
  try {
    return await attempt()
  } catch (error) {
    if (isReadFailure(error) && error.reason === 'two-factor-missing') tellTwoFactorMissing()
    if (!isReadFailure(error) || error.status !== 401) throw error
    if (!hasUnsaved()) {
      session.signOut()
      throw error
    }
    await session.expire()
    return attempt()
  }
}

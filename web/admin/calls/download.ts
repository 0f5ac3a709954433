import type { Call } from '#contracts/call.ts'
import { fetchFile, saveReply } from '../../shared/download.ts'
import { retryAfterSignIn } from './call.ts'

/** Downloads a file from the API and saves it under the name that the server sent. Throws a `CallError`. */
export const download = async (
  contract: Pick<Call, 'method' | 'path'>,
  input?: Parameters<typeof fetchFile>[1],
): Promise<void> => saveReply(await retryAfterSignIn(() => fetchFile(contract, input)))

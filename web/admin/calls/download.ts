import type { Call } from '#contracts/call.ts'
import { fetchFile, saveReply } from '../../shared/download.ts'
import { withSession } from './call.ts'

/** Makes a call whose reply is a file, and saves it under the name that the server gives it. Throws a `CallFailure`. */
export const download = async (
  contract: Pick<Call, 'method' | 'path'>,
  input?: Parameters<typeof fetchFile>[1],
): Promise<void> => saveReply(await withSession(() => fetchFile(contract, input)))

import type { CallReply } from '#contracts/call.ts'
import { type Upload, type UploadCall, upload as uploadToServer } from '../../shared/upload.ts'
import { retryAfterSignIn } from './call.ts'

/** Calls the API with a file as the body; an expired session is handled as in `callAdmin`. Throws a `CallError`. */
export const upload = <C extends UploadCall>(contract: C, input: Upload): Promise<CallReply<C>> =>
  retryAfterSignIn(() => uploadToServer(contract, input))

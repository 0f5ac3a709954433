import type { Received } from '#contracts/call.ts'
import { type Upload, type UploadCall, upload as uploadToServer } from '../../shared/upload.ts'
import { withSession } from './call.ts'

/** Makes a call that sends a file, and mends an ended session as `call` does. Throws a `ReadFailure`. */
export const upload = <C extends UploadCall>(contract: C, sent: Upload): Promise<Received<C>> =>
  withSession(() => uploadToServer(contract, sent))

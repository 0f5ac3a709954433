import type { Reply } from './send.ts'

/** Returns the status and the body of a reply as one object, so that a test can compare both at once. */
export const toResult = (reply: Pick<Reply, 'statusCode' | 'json'>) => ({ ...reply.json(), status: reply.statusCode })

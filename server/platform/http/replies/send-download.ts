import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { contentDisposition } from './content-disposition.ts'

/** Sends a file that was made for this caller alone, to be saved under `name` and its own ending. */
export const sendDownload = (
  reply: FastifyReply,
  { bytes, mimetype, extension }: { bytes: Buffer | Readable; mimetype: string; extension: string },
  name: string,
): FastifyReply =>
  reply
    .headers({
      'content-type': mimetype,
      'content-disposition': contentDisposition('attachment', `${name}.${extension}`),
    })
    .send(bytes)

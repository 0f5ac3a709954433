import type { Readable } from 'node:stream'
import type { SentFile } from '../calls/handle.ts'
import { contentDisposition } from './content-disposition.ts'

type Made = { bytes: Buffer | Readable; mimetype: string; extension: string; name: string }

/** Returns a file that was made for this caller alone, to be saved under `name` and its own ending. */
export const download = ({ bytes, mimetype, extension, name }: Made): SentFile => ({
  headers: {
    'content-type': mimetype,
    'content-disposition': contentDisposition('attachment', `${name}.${extension}`),
  },
  body: bytes,
})

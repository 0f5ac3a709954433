import type { Readable } from 'node:stream'
import type { SentFile } from '../calls/define-route.ts'
import { formatContentDisposition } from './content-disposition.ts'

type Download = { bytes: Buffer | Readable; mimetype: string; extension: string; name: string }

/** Returns a reply that the browser saves as a file, named `name` with its extension. */
export const download = ({ bytes, mimetype, extension, name }: Download): SentFile => ({
  headers: {
    'content-type': mimetype,
    'content-disposition': formatContentDisposition('attachment', `${name}.${extension}`),
  },
  body: bytes,
})

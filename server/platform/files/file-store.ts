import type { Readable } from 'node:stream'
import { createLocalFiles } from './local-files.ts'
import { createS3Files } from './s3-files.ts'
import type { S3Place } from './s3-place.ts'

/** A stored file's bytes, and how many they are. Whoever takes the stream reads it to its end or destroys it. */
export type OpenFile = { stream: Readable; size: number }

/** Where uploaded bytes are kept, by key. Every method throws for a key that `isFileKey` refuses. */
export type FileStore = {
  /** Keeps bytes under a key; readers see all of them or what was there before, never a part. */
  put(key: string, bytes: Uint8Array): Promise<void>
  /** `undefined` where nothing is kept under the key. */
  open(key: string): Promise<OpenFile | undefined>
  /** Removing what isn't there is no error. */
  remove(key: string): Promise<void>
}

/** The store that the configuration names: a bucket, or else a folder. */
export const openFileStore = (of: { s3: S3Place | undefined; folder: string }): FileStore =>
  of.s3 ? createS3Files(of.s3) : createLocalFiles(of.folder)

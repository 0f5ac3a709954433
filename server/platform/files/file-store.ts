import type { Readable } from 'node:stream'

/** A stored file's bytes, and how many they are. Whoever takes the stream reads it to its end or destroys it. */
export type OpenFile = { stream: Readable; size: number }

/** Stores uploaded files by key. Every method throws for a key that `isFileKey` refuses. */
export type FileStore = {
  /** Stores bytes under a key; readers see all of them or the former ones, never a part. */
  put(key: string, bytes: Uint8Array): Promise<void>
  /** `undefined` if nothing is kept under the key. */
  open(key: string): Promise<OpenFile | undefined>
  /** Removing what isn't there is no error. */
  remove(key: string): Promise<void>
}

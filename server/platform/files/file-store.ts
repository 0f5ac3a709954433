import type { Readable } from 'node:stream'

/** A stored file as a stream, and its size in bytes. The caller must consume or destroy the stream. */
export type OpenFile = { stream: Readable; size: number }

/** Stores uploaded files by key. Every method throws for an invalid key (`isFileKey`). */
export type FileStore = {
  /** Stores bytes under a key atomically: readers see either the new or the previous file. */
  put(key: string, bytes: Uint8Array): Promise<void>
  /** Returns `undefined` if no file is stored under the key. */
  open(key: string): Promise<OpenFile | undefined>
  /** Removes a file; succeeds if it doesn't exist. */
  remove(key: string): Promise<void>
  /** Removes what writes that were interrupted before a time have left, in a store that keeps it. */
  removeUnfinished?(before: Date): Promise<void>
}

/** Thrown if an object store doesn't reply in time. */
export class FileStoreTimeoutError extends Error {
  override name = 'FileStoreTimeoutError'
}

/** Thrown if an object store replies with another status than expected. */
export class FileStoreError extends Error {
  override name = 'FileStoreError'
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

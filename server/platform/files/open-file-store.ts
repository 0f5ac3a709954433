import type { FileStore } from './file-store.ts'
import { createLocalFiles } from './local-files.ts'
import { createS3Files } from './s3-files.ts'
import type { S3Location } from './s3-location.ts'

/** Opens the configured store: a bucket, or a folder by default. */
export const openFileStore = ({ s3, folder }: { s3: S3Location | undefined; folder: string }): FileStore =>
  s3 ? createS3Files(s3) : createLocalFiles(folder)

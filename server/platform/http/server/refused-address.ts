import { UPLOADS_PREFIX } from '#contracts/limits.ts'
import { AppError } from '#server/platform/app-error.ts'

/** What an address that can't be decoded is told. Where files are asked for, it names none (decisions §5). */
export const refusedAddress = (url: string): AppError =>
  new AppError(url.startsWith(UPLOADS_PREFIX) ? 'notFound' : 'badAddress')

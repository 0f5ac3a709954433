/** What both front ends say about keys for programs. */
import { DAY_MS } from '#contracts/durations.ts'
import type { Key } from '#contracts/keys/key.ts'
import { KEY_STATUS_LABELS } from '#contracts/keys/statuses.ts'
import { formatMinute } from '../formats.ts'

/** Describes until when a key is valid, or since when it no longer is. */
export function describeKeyEnd({ status, expiresAt, revokedAt }: Key): string {
  if (revokedAt !== null) return `${formatMinute(revokedAt)}吊销`
  return status === 'active' ? `${formatMinute(expiresAt)}到期` : KEY_STATUS_LABELS.expired
}

/** Describes when and where from a key was last used. */
export const describeKeyUse = ({ lastUsedAt, lastUsedAddress }: Key): string =>
  lastUsedAt === null ? '没有用过' : `最近使用${formatMinute(lastUsedAt)}，来自${lastUsedAddress ?? '未知地址'}`

/** Returns the end of a key that is made now, as the call takes it. */
export const toKeyExpiry = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString()

/** Returns the addresses that were typed one a line. */
export const toKeyAddresses = (text: string): string[] =>
  text.split(/[\s,，、;；]+/).filter((address) => address !== '')

/** A command that tries a key. */
export const getKeyExample = (key: string, origin: string, path: string): string =>
  `curl -H "Authorization: Bearer ${key}" ${origin}${path}`

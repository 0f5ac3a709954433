/** Labels of keys; in a file without schemas, which pages of the site load. */
export const KEY_STATUSES = ['active', 'expired', 'revoked'] as const
export type KeyStatus = (typeof KEY_STATUSES)[number]
export const KEY_STATUS_LABELS: Record<KeyStatus, string> = { active: '有效', expired: '已过期', revoked: '已吊销' }

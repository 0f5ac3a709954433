/** The lifetimes that the forms offer, in days. */
export const KEY_LIFETIMES = [30, 90, 365] as const
export const KEY_LIFETIME_LABELS: Record<(typeof KEY_LIFETIMES)[number], string> = {
  30: '30天',
  90: '90天',
  365: '一年',
}

/** The roles of the people of a vendor's organisation. Without Zod, as pages need them. */

export const VENDOR_ROLES = { manager: '管理', editor: '编辑' } as const
export type VendorRole = keyof typeof VENDOR_ROLES
export const VENDOR_ROLE_NAMES = Object.keys(VENDOR_ROLES) as [VendorRole, ...VendorRole[]]

/** Where somebody stands: `ended` for those who left or were removed, who don't speak for its products any more. */
export type VendorMemberStatus = 'invited' | 'active' | 'ended'

export const VENDOR_REQUEST_STATUS_LABELS = { pending: '待审核', approved: '已通过', rejected: '未通过' } as const
export type VendorRequestStatus = keyof typeof VENDOR_REQUEST_STATUS_LABELS
export const VENDOR_REQUEST_STATUSES = Object.keys(VENDOR_REQUEST_STATUS_LABELS) as [
  VendorRequestStatus,
  ...VendorRequestStatus[],
]

/** Numbers that both sides obey. Lengths count code points, as Zod does, sizes count bytes, times count milliseconds. */

export const TEXT = { word: 60, line: 200, paragraph: 2_000, long: 20_000, richText: 200_000, link: 2_000 } as const
export const LIST = { short: 50, long: 500, products: 1_000 } as const

export const RATING = { min: 1, max: 5, step: 0.1, initial: 4.5 } as const
export const SCORE = { min: 0, max: 100, initial: 50 } as const

export const CLIENT_CACHE_MS = 300_000
export const SUCCESS_NOTICE_MS = 3_000
export const SUBMISSION_DESCRIPTION_MIN = 50
export const PRODUCTS_PER_PAGE = 12
export const PRODUCTS_PER_PAGE_MAX = 100
export const COMPARED_PRODUCTS_MAX = 4
export const RECYCLE_BIN_DAYS = 30

export const AVATAR_PREFIX = '/uploads/avatars/'
export const UPLOADS_PREFIX = '/uploads/'

/** Calls a minute from one address, where the browser has to know how often it may ask. */
export const CALLS_PER_MINUTE = { calculate: 240, report: 20 } as const

const MB = 1024 * 1024
/** Uploads by what they are for (spec 2 §5, spec 3 §5); an attachment's bound may be set lower in the settings. */
export const UPLOAD = { image: 5 * MB, productLogo: 2 * MB, siteLogo: 5 * MB, attachment: 10 * MB } as const
export const REVISIONS_PER_PAGE = 20
export const AUDIT_PER_PAGE = 20
/** An editor says that it is open every `beatMs`; it counts as gone when it was silent for `goneMs`. */
export const PRESENCE = { beatMs: 15_000, goneMs: 40_000 } as const

export const PASSWORD = { min: 6, max: 128 } as const
/** Failed sign-ins count for this long; an address may fail this many times as often as an account: offices share one. */
export const LOGIN_ATTEMPTS = { windowMs: 15 * 60_000, perAddress: 4 } as const
/** After the right password, a code is awaited for `challengeMs`. */
export const TWO_FACTOR = { challengeMs: 5 * 60_000, recoveryCodes: 10 } as const

export const BODY = { form: 64 * 1024, document: 8 * 1024 * 1024, depth: 40 } as const

/** What an uploaded QR code says until an editor writes something else (spec 2 §9). */
export const QR_CODE_DEFAULTS = {
  type: 'wechat',
  title: '微信群二维码',
  description: 'CIO社区微信群，扫码加入',
  contactName: '社区管理员',
  displayOrder: '0',
} as const

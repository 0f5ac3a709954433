/**
 * Limits that client and server share. Lengths are in code points, as in Zod, sizes in bytes, times in milliseconds.
 */

export const TEXT = { word: 60, line: 200, paragraph: 2_000, long: 20_000, richText: 200_000, link: 2_000 } as const
export const LIST = { short: 50, long: 500, products: 1_000 } as const

export const RATING = { min: 1, max: 5, step: 0.1, initial: 4.5 } as const
export const SCORE = { min: 0, max: 100, initial: 50 } as const

export const CLIENT_CACHE_MS = 300_000
export const SUCCESS_NOTICE_MS = 3_000
/** The debounce of searches in the back office. */
export const SEARCH_PAUSE_MS = 500
export const SUBMISSION_DESCRIPTION_MIN = 50
export const PRODUCTS_PER_PAGE = 12
export const PRODUCTS_PER_PAGE_MAX = 100
export const PRODUCTS_PER_TABLE = 20
/** The maximum number of products in a bulk action. */
export const BULK_PRODUCTS_MAX = 500
export const COMPARED_PRODUCTS_MAX = 4
export const RECYCLE_BIN_DAYS = 30

export const AVATAR_PREFIX = '/uploads/avatars/'
export const UPLOADS_PREFIX = '/uploads/'

/** Rate limits per minute and address that the browser needs to know. */
export const CALLS_PER_MINUTE = { calculate: 240, report: 20 } as const

const MB = 1024 * 1024
/** Maximum sizes of uploads by purpose (spec 2 §5, spec 3 §5); the one of attachments is a setting. */
export const UPLOAD = { image: 5 * MB, productLogo: 2 * MB, siteLogo: 5 * MB } as const
/** Files of a submission; `unclaimedBytes` limits the total size of uploads that don't belong to a submission yet. */
export const SUBMISSION_FILES = { most: 5, unclaimedBytes: 2 * 1024 * MB, unclaimedMs: 24 * 3_600_000 } as const
export const SUBMISSIONS_PER_PAGE = 20
/** `GET /api/submissions` has no pages: it answers this many of the newest. */
export const SUBMISSIONS_IN_ARRAY = 500
/** Where a submission's long texts are cut in a table (spec 3 §2.2). */
export const SUBMISSION_CUT = { productDescription: 80, targetUsers: 30, keyFeatures: 30 } as const
export const REVISIONS_PER_PAGE = 20
export const AUDIT_PER_PAGE = 20
export const OUTBOX_PER_PAGE = 20
export const LEADS_PER_PAGE = 20
export const PRODUCT_REVIEWS_PER_PAGE = 20
/** A visitor is promised a call within 24 hours (spec 1 §9). */
export const LEAD_PROMISE_MS = 24 * 3_600_000
export const USERS_PER_PAGE = 10
export const USERS_PER_PAGE_MAX = 100
/** An open editor sends a heartbeat every `beatMs`; it counts as closed after `goneMs` of silence. */
export const PRESENCE = { beatMs: 15_000, goneMs: 40_000 } as const

export const PASSWORD = { min: 6, max: 128 } as const
/** Failed sign-ins count for this long; an address may fail this many times as often as an account: offices share one. */
export const LOGIN_ATTEMPTS = { windowMs: 15 * 60_000, perAddress: 4 } as const
/** The lifetime of mailed links by purpose; no second mail is sent within `againMs`. */
export const ACCOUNT_LINKS = {
  lifetimeMs: { invitation: 7 * 24 * 3_600_000, password: 3_600_000, email: 3 * 24 * 3_600_000 },
  againMs: 2 * 60_000,
} as const
/** After a correct password, the code is accepted for `challengeMs`. */
export const TWO_FACTOR = { challengeMs: 5 * 60_000, recoveryCodes: 10 } as const

/** A table that is read: its bytes, packed and unpacked, its rows below the heading, its columns, a cell's characters. */
export const TABLE = {
  bytes: 10 * MB,
  unpackedBytes: 80 * MB,
  rows: 5_000,
  columns: 100,
  cell: TEXT.richText,
} as const

/** Request bodies; a form's has room for a submission of which every text is as long as it may be. */
export const BODY = { form: 256 * 1024, document: 8 * 1024 * 1024, depth: 40 } as const

export const SMTP = { port: 587 } as const

/** The default texts of an uploaded QR code (spec 2 §9). */
export const QR_CODE_DEFAULTS = {
  type: 'wechat',
  title: '微信群二维码',
  description: 'CIO社区微信群，扫码加入',
  contactName: '社区管理员',
  displayOrder: '0',
} as const

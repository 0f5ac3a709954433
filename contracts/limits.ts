/**
 * Limits that client and server share. Lengths are in code points, as in Zod, sizes in bytes, times in milliseconds.
 */

export const TEXT = {
  word: 60,
  line: 200,
  paragraph: 2_000,
  long: 20_000,
  richText: 200_000,
  legal: 50_000,
  link: 2_000,
} as const
export const LIST = { short: 50, long: 500, products: 1_000 } as const

/** Pictures of a product in use: `most` of one product; the longer sides of both files in pixels; a caption's characters. */
export const SCREENSHOT = { most: 8, caption: 120, side: 2_560, smallSide: 640 } as const

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
/** Products beside each other: `most` on screens of `wideFrom` pixels or more, `narrow` may be chosen on others. */
export const COMPARISON = { most: 6, narrow: 4, wideFrom: 1_280 } as const
export const RECYCLE_BIN_DAYS = 30
/** The link of a judge ends after this time. */
export const JUDGE_LINK_MS = 60 * 24 * 3_600_000

export const AVATAR_PREFIX = '/uploads/avatars/'
export const UPLOADS_PREFIX = '/uploads/'

/** A page's path: a name in it may have `TEXT.line` characters, each of up to four bytes, and each byte as `%XX`. */
export const PAGE_PATH_MAX = 100 + TEXT.line * 4 * 3

/** Rate limits per minute and address that the browser needs to know. */
export const CALLS_PER_MINUTE = {
  calculate: 240,
  report: 20,
  downloadAll: 20,
  analysis: 60,
  invite: 30,
  judging: 60,
  score: 240,
  evidence: 20,
  statement: 10,
  review: 20,
} as const

/**
 * Attributes, and the facts of a product: choices of an attribute, months after which a fact may be stale, facts of one
 * product and of one attribute of it, the size of a number. The unknown are counted over the `viewed` products that are
 * looked at most, the stale up to `listCounted`.
 */
export const ATTRIBUTES = { most: 200, choices: 100, staleMonths: 12, staleMonthsMax: 120 } as const
export const FACTS = {
  perProduct: 400,
  perAttribute: 5,
  perSubmission: 100,
  choices: 100,
  number: 1e15,
  note: 500,
  viewed: 200,
  listCounted: 10_000,
  perPage: 20,
} as const

/** Hits on a page of the search, and suggestions below its box. */
export const SEARCH = { perPage: 10, suggestions: 8 } as const
/** The filters of a catalogue's list by attributes: how many at once, and values of each. */
export const FACETS = { attributes: 30, values: 102 } as const

/** Shortlists: requirements, their values, what a result lists of each kind, lists of one member, the wizard's answers. */
export const SHORTLISTS = { requirements: 30, values: 50, listed: 100, perMember: 100, answers: 60 } as const

/** An analysis of an evaluation: what one request may hold. */
export const EVALUATION_ANALYSIS = {
  candidates: 20,
  criteria: 60,
  judges: 30,
  grades: 20,
  scores: 20 * 60 * 30,
  trials: 2_000,
} as const

/**
 * A published evaluation is valid for `months` from its report's day if nobody says otherwise, and for `monthsMax` at
 * most: its figures get no younger by being published again.
 */
export const PUBLICATION = { months: 12, monthsMax: 24, perPage: 20 } as const
/** A vendor's statement in characters, and how many are listed on a page of the back office. */
export const VENDOR_STATEMENT = { length: 500, perPage: 20 } as const
/** A market map is drawn of so many evaluated products or more. */
export const MARKET_MAP_MIN = 5
/** Seconds and cost of a trial, and the weight of a task among those of its criterion. */
export const TRIAL_MEASURE_MAX = 1_000_000_000
export const TASK_WEIGHT_MAX = 1_000

export const MB = 1024 * 1024
/** Maximum sizes of uploads by purpose (spec 2 §5, spec 3 §5); the one of attachments is a setting. */
export const UPLOAD = { image: 5 * MB, productLogo: 2 * MB, siteLogo: 5 * MB } as const
/** Files of a submission; `unclaimedBytes` limits the total size of uploads that don't belong to a submission yet. */
export const SUBMISSION_FILES = { most: 5, unclaimedBytes: 2 * 1024 * MB, unclaimedMs: 24 * 3_600_000 } as const
export const SUBMISSIONS_PER_PAGE = 20
/** A vendor's own list holds this many of the newest. */
export const OWN_SUBMISSIONS_MAX = 100
/** A vendor's own list holds this many products. */
export const OWN_PRODUCTS_MAX = 100
/** A vendor is promised a first review within so many working days (spec 1 §8). */
export const SUBMISSION_PROMISE_DAYS = 3
/** The mail of a verdict waits for so long: taken back within it, the verdict reaches nobody. */
export const VERDICT_MAIL_DELAY_MS = 30_000
/** The maximum number of look-alikes of a submission that are listed, of products and submissions each. */
export const LOOK_ALIKES_MAX = 10
/** `GET /api/submissions` has no pages: it answers this many of the newest. */
export const SUBMISSIONS_IN_ARRAY = 500
/** The lengths to which a submission's long texts are cut in a table (spec 3 §2.2). */
export const SUBMISSION_CUT = { productDescription: 80, targetUsers: 30, keyFeatures: 30 } as const
export const REVISIONS_PER_PAGE = 20
export const AUDIT_PER_PAGE = 20
/** Audit entries are counted up to here; older ones are found by a filter of days. */
export const AUDIT_COUNT_LIMIT = 10_000
export const OUTBOX_PER_PAGE = 20
export const LEADS_PER_PAGE = 20
export const PRODUCT_REVIEWS_PER_PAGE = 20
/**
 * Members' reviews: a page of them, the least length of an opinion, and how many may come in 24 hours from a member and
 * from a network address. A moderator sees how many came from an address within `sameAddressDays`. Proofs that belong to
 * no review yet are kept for `unclaimedMs`, `unclaimed` of a member at most; withdrawn reviews for `RECYCLE_BIN_DAYS`.
 */
export const MEMBER_REVIEWS = {
  perPage: 10,
  perModerationPage: 20,
  textMin: 10,
  monthsMax: 600,
  perMember: 5,
  perAddress: 10,
  windowMs: 24 * 3_600_000,
  sameAddressDays: 30,
  proofTypes: ['pdf', 'jpg', 'png'],
  unclaimed: 10,
  unclaimedMs: 24 * 3_600_000,
} as const
/** A visitor is promised a call within 24 hours (spec 1 §9). */
export const LEAD_RESPONSE_MS = 24 * 3_600_000
export const USERS_PER_PAGE = 10
export const USERS_PER_PAGE_MAX = 100
/**
 * Unsaved edits that the server keeps for their author: with the version they were made on, a document of full size fits
 * twice.
 */
export const DRAFTS = { bytes: 16 * MB, perUser: 50, bytesPerUser: 48 * MB, days: 30 } as const
/**
 * An open editor sends a heartbeat every `beatMs`; it counts as closed after `goneMs` of silence. Browsers let a tab that
 * is behind others speak once a minute.
 */
export const PRESENCE = { beatMs: 15_000, goneMs: 75_000 } as const

/** `min` is the least that the settings allow; forms advise `advised` or more. */
export const PASSWORD = { min: 6, advised: 8, max: 128 } as const
/**
 * Failed sign-ins count for `windowMs`. The settings say how many are free for an account at one address; then each
 * wait is twice the one before it. An address may fail `perAddress` times as often over all accounts (offices share
 * one), an account `perAccount` times as often over all addresses, whose waits stay below `accountWaitMs`.
 */
export const LOGIN_ATTEMPTS = {
  windowMs: 15 * 60_000,
  firstWaitMs: 30_000,
  perAddress: 4,
  perAccount: 10,
  accountWaitMs: 60_000,
} as const
/** A browser that signed in is known for `keptMs` after its last sign-in. */
export const KNOWN_DEVICE = { keptMs: 180 * 24 * 3_600_000 } as const
/** The owner of an account gets a security mail of one kind at most this often. */
export const SECURITY_MAIL_MS = 24 * 3_600_000
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
  columns: 300,
  cell: TEXT.richText,
  /** Items and fields of a table in JSON, as `BODY.values` counts them. */
  values: 2_000_000,
} as const

/**
 * An import of products in steps: a file as large as what a catalogue exports. A request waits for its end for
 * `waitMs`, and asks again every `pollMs`. Up to `rowsTogether` rows are saved in one transaction, more of them
 * `rowsPerSave` at a time. It says that it goes on every `beatMs`, and counts as interrupted after `goneMs` of silence;
 * what has ended is kept for `keptMs`.
 */
export const IMPORT = {
  bytes: 200 * MB,
  unpackedBytes: 2_000 * MB,
  rows: 200_000,
  waitMs: 1_500,
  pollMs: 700,
  rowsTogether: 500,
  rowsPerSave: 50,
  rowsPerPage: 50,
  beatMs: 2_000,
  goneMs: 30_000,
  keptMs: 24 * 3_600_000,
} as const

/**
 * Request bodies; a form's has room for a submission of which every text is as long as it may be, also if a browser
 * sends it without script: every byte beyond ASCII takes three then. `values` counts the items and fields of a body, a
 * list or an object among them twice: enough for a thousand products of 300 each. `keys` is the most that one object has.
 * A document that is too large is read up to `measured` bytes, to name its largest part.
 */
export const BODY = {
  form: 256 * 1024,
  encodedForm: 768 * 1024,
  document: 8 * MB,
  measured: 16 * MB,
  depth: 40,
  values: 300_000,
  keys: 2_000,
} as const

/** The validity of the success notice of a form that was posted without script. */
export const FORM_NOTICE_MS = 10 * 60_000

export const SMTP = { port: 587 } as const

/** The default texts of an uploaded QR code (spec 2 §9). */
export const QR_CODE_DEFAULTS = {
  type: 'wechat',
  title: '微信群二维码',
  description: 'CIO社区微信群，扫码加入',
  contactName: '社区管理员',
  displayOrder: '0',
} as const

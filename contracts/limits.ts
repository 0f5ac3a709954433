/**
 * Limits shared by client and server. Lengths are in code points (as in Zod), sizes in bytes, times in milliseconds.
 */
import { DAY_MS, HOUR_MS, MINUTE_MS } from './durations.ts'

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

/**
 * Screenshots: the maximum per product, the length of a caption, the longer side of each of the two image files.
 */
export const SCREENSHOT = { max: 8, captionLength: 120, sidePx: 2_560, smallSidePx: 640 } as const

export const RATING = { min: 1, max: 5, step: 0.1, initial: 4.5 } as const
export const SCORE = { min: 0, max: 100, initial: 50 } as const
/** The numbers of a process's steps. */
export const STEP = { first: 1, last: 999 } as const

export const CLIENT_CACHE_MS = 300_000
export const SUCCESS_NOTICE_MS = 3_000
/** The debounce of searches in the back office. */
export const SEARCH_DEBOUNCE_MS = 500
export const SUBMISSION_DESCRIPTION_MIN = 50
export const PRODUCTS_PER_PAGE = 12
export const PRODUCTS_PER_PAGE_MAX = 100
export const PRODUCTS_PER_TABLE = 20
/** The maximum number of products in a bulk action, which is one transaction: as many as a document's list may have. */
export const BULK_PRODUCTS_MAX = 1_000
/** The maximum number of items in a bulk decision; each is a transaction that searches for duplicates. */
export const BULK_DECISIONS_MAX = 100
/** Comments of the staff on one subject, and the people whom one comment mentions. */
export const COMMENTS = { perSubject: 500, mentions: 20 } as const
/** How many items of each kind of work the dashboard lists as one's own. */
export const OWN_WORK_MAX = 50
/** The maximum numbers of products compared side by side, on screens of at least `wideScreenPx` and on others. */
export const COMPARISON = { max: 6, maxOnNarrowScreens: 4, wideScreenPx: 1_280 } as const
export const RECYCLE_BIN_DAYS = 30
/** The lifetime of a judge's link. */
export const JUDGE_LINK_MS = 60 * DAY_MS

export const AVATAR_PREFIX = '/uploads/avatars/'
export const UPLOADS_PREFIX = '/uploads/'

/** The length of a page's path: a name in it may have `TEXT.line` characters of four bytes, each encoded as `%XX`. */
export const PAGE_PATH_MAX = 100 + TEXT.line * 4 * 3

/** The group of the calls that calculate an evaluation, whichever way they are made. */
export const ANALYSIS_LIMIT_GROUP = 'evaluation-analysis'

/** Calls of `/mcp` per minute from one client IP address. */
export const MCP_PER_MINUTE = 120

/** Rate limits per minute and client IP address that the browser needs to know. */
export const CALLS_PER_MINUTE = {
  calculate: 240,
  report: 20,
  downloadAll: 20,
  analysis: 60,
  checks: 120,
  probe: 30,
  replyParsing: 240,
  invite: 30,
  watch: 60,
  runner: 12_000,
  judging: 60,
  score: 240,
  reading: 600,
  evidence: 20,
  statement: 10,
  answering: 120,
  answerSave: 600,
  answerFile: 30,
  review: 20,
  ownData: 5,
} as const

/** Attributes: their number, the choices of each, and after how many months its facts are stale. */
export const ATTRIBUTES = { max: 200, choices: 100, staleMonths: 12, staleMonthsMax: 120 } as const
/**
 * Facts: how many a product, an attribute of it and a submission may have, the size of a number, the length of a note, the
 * day before which no source was read.
 * Unknown attributes are counted over the `viewed` most viewed products, stale facts up to `listCounted`.
 */
export const FACTS = {
  perProduct: 400,
  perAttribute: 5,
  perSubmission: 100,
  choices: 100,
  number: 1e15,
  note: 500,
  earliestReading: '2000-01-01',
  viewed: 200,
  listCounted: 10_000,
  perPage: 20,
} as const

/** Files on a page of the media library. */
export const MEDIA_PER_PAGE = 24

/** Hits per page of search results, and suggestions below the search box. */
export const SEARCH = { perPage: 10, suggestions: 8 } as const
/** The attribute filters of a catalogue's list: how many at once, and values of each. */
export const FACETS = { attributes: 30, values: 102 } as const

/**
 * Shortlists: requirements, values of each, a price's upper limit in yuan, entries of each kind in a result, lists per
 * member, the wizard's answers.
 */
export const SHORTLIST_LIMITS = {
  requirements: 30,
  values: 50,
  atMost: 10_000_000_000,
  candidates: 20,
  listed: 100,
  perMember: 100,
  answers: 60,
} as const

/**
 * What members follow: follows per member, the query string of a search, products that changed in the list of a follow and
 * in a digest, and the changes that are told of each.
 */
export const FOLLOWS = {
  perMember: 200,
  queryLength: 2_000,
  listedProducts: 10,
  digestProducts: 30,
  updatesPerProduct: 5,
} as const

/**
 * Evidence: types of files besides those of the setting, files per judge, and the total size in the projects of one
 * owner, including those in the recycle bin, so that no account can fill the disk.
 */
export const EVIDENCE = {
  sheetTypes: ['xlsx', 'csv'],
  perJudge: 200,
  bytesPerOwner: 2 * 1024 * 1024 * 1024,
} as const

/** A drawn signature: the characters of its path, and the box in which it is drawn. */
export const SIGNATURE = { drawing: 6_000, width: 480, height: 160 } as const

/** The maximum contents of one request for an evaluation analysis. */
export const EVALUATION_ANALYSIS = {
  candidates: 20,
  criteria: 60,
  judges: 30,
  grades: 20,
  scores: 20 * 60 * 30,
  trials: 2_000,
  repeats: 100,
  steps: 50,
  judgedReplies: 1_000_000,
  offers: 100,
  price: 1_000_000_000_000,
  priceSteps: 100,
} as const

/** Offers: the lines of each. */
export const OFFERS = { lines: 50 } as const

/**
 * Checks of one reply: their number, and what each may hold; lengths of replies are in characters. Edit distances are
 * calculated in tables of at most `editCells`, such as those of 4,000 × 4,000 characters.
 */
export const CHECKS = {
  max: 50,
  values: 100,
  steps: 200,
  pattern: 1_000,
  replyLength: 64 * 1024,
  editCells: 16_000_000,
  weightMax: 1_000,
  milliseconds: DAY_MS,
} as const

/**
 * Runs: how many trials a project may have in all of them, what may be set and its defaults. `conversations` is how many a
 * node has at once, which it shares fairly among all runs, `perRun` how many of them one run.
 * After so many `refusals` of its key in a row, an agent is left alone; so many groups of `failures` are listed. A project
 * keeps `perProject` runs. The claim of a trial ends after `leaseMs` unless it is renewed.
 * A stream of progress looks for changes `everyMs`, and ends after `streamMs`.
 */
export const RUNS = {
  trials: 20_000,
  perPage: 20,
  repeats: 3,
  retries: { max: 5, initial: 2 },
  calls: { max: 200_000, initial: 1_000 },
  minutes: { max: 7 * 24 * 60, initial: 120 },
  costMax: 1_000_000,
  seedMax: 4_294_967_295,
  conversations: { max: 500, initial: 100 },
  runnerConversations: 50,
  leaseMs: 60_000,
  refusals: 3,
  failures: 100,
  progress: { everyMs: 1_000, heartbeatMs: 15_000, streamMs: 5 * MINUTE_MS },
  perProject: 50,
  comparable: 50,
} as const

/** What a report quotes of runs, whose appendix has all: replies of each kind by candidate, and the length of a text. */
export const REPORT_RUNS = { samples: 5, textLength: 1_000 } as const

/**
 * Replies that people read: how many `items` and `pairs` of a run at most, how many people read each, which share of the
 * decided ones by default, words that are hidden in them, how many disputes are listed, and how often a reading is reopened.
 */
export const GRADING = {
  items: 2_000,
  pairs: { max: 1_000, initial: 0 },
  readers: { max: 9, initial: 2 },
  share: 0.1,
  hiddenWords: 500,
  disputes: 200,
  reopenings: 20,
} as const

/**
 * Judge models: the length of a rubric, and of a reply, which is judged whole or not at all. A verdict is looked for in the last
 * `answerLength` characters of an answer.
 */
export const JUDGE_MODEL = {
  rubric: 4_000,
  replyLength: 30_000,
  answerLength: 8_000,
  reasonLength: 1_000,
} as const

/**
 * Runners: how long a token is valid, in hours, and how many a run may have; how many trials are claimed, handed in and
 * renewed at once. `attempts` bounds the calls of a trial, `reason` the length of what an agent said of its failure.
 */
export const RUNNERS = {
  hours: { initial: 24, max: 30 * 24 },
  perRun: 10,
  claims: 50,
  results: 20,
  renewals: 500,
  attempts: 1_000,
  reason: 2_000,
} as const

/**
 * Connections to agents: what may be typed, and what is received. `replyBytes` ends a reply, `parsedBytes` is the most in
 * which JSONPaths are searched, nested to `parsedDepth`. `searchSteps` is how long a reply or one event of it may be
 * searched (a tenth of a second), `streamSteps` how long all events. `keptLength` is what is kept and shown of a text,
 * `storedLength` what of the last question. A reply may pause for `silenceMs`. A question that somebody waits for ends
 * after `probeMs`, before proxies give up.
 */
export const AGENTS = {
  hosts: 200,
  keyHeaders: 2,
  headers: 20,
  headerValue: 1_000,
  secretMin: 4,
  secret: 4_000,
  message: 8_000,
  templateBody: 20_000,
  jsonPath: 200,
  replyBytes: 10 * 1024 * 1024,
  parsedBytes: 256 * 1024,
  parsedDepth: 48,
  searchSteps: 120_000,
  streamSteps: 2_000_000,
  keptLength: 64 * 1024,
  storedLength: 16 * 1024,
  timeoutMs: { min: 100, max: 10 * MINUTE_MS, initial: 2 * MINUTE_MS },
  firstTokenTimeoutMs: { min: 100, max: 10 * MINUTE_MS, initial: MINUTE_MS },
  silenceMs: MINUTE_MS,
  probeMs: 110_000,
  maxConcurrency: { min: 1, max: 50, initial: 5 },
  perMinute: { min: 1, max: 6_000, initial: 60 },
  price: 1_000_000,
  tokens: 1_000_000_000_000,
} as const

/**
 * A published evaluation is valid for `months` from its report's day by default, and for `monthsMax` at most:
 * publishing it again doesn't make its figures newer.
 */
export const PUBLICATION = { months: 12, monthsMax: 24, perPage: 20 } as const
/** The length of a vendor's statement, and how many statements a page of the back office lists. */
export const VENDOR_STATEMENT = { length: 500, perPage: 20 } as const
/** The minimum number of evaluated products for a market map. */
export const MARKET_MAP_MIN = 5
/** Maximum seconds and cost (in yuan) of a trial, and maximum weight of a task within its criterion. */
export const TRIAL_MEASURE_MAX = 1_000_000_000

export const MB = 1024 * 1024

/** Tasks of a project, and what each may hold; `repeats` of a run or of a task. */
export const TASKS = {
  max: 2_000,
  turns: 20,
  variants: 20,
  seals: 100,
  variables: 50,
  tags: 20,
  yamlBytes: MB,
  yamlExpandedLength: 20 * MB,
  repeats: 100,
  weightMax: 1_000,
} as const
/**
 * Inquiries: how many a member has, what each may hold, and how much one may send. A deadline is between `leastMs` and
 * `longestMs` away when it is set; links work until `linkMs` after it. Prices are in yuan with two decimals. Vendors see
 * up to `remembered` of their earlier submissions as suggestions.
 */
export const INQUIRIES = {
  perOwner: 300,
  questions: 200,
  products: 30,
  invitations: 60,
  files: 20,
  bytesPerInvitation: 200 * MB,
  addenda: 20,
  clarifications: 20,
  invitationsPerDay: 100,
  leastMs: HOUR_MS,
  longestMs: 366 * DAY_MS,
  linkMs: 90 * DAY_MS,
  /** Vendors are reminded `leadMs` before the deadline, of one within `longMs` halfway, within `leastMs` not at all. */
  reminder: { leadMs: 2 * DAY_MS, longMs: 4 * DAY_MS, leastMs: DAY_MS },
  price: 10_000_000_000,
  quantity: 1_000_000,
  received: 100,
  kept: 2_000,
} as const
/** Question banks: those of a member, the versions of each, the tasks of a version and the bytes of their JSON. */
export const QUESTION_BANKS = { perMember: 20, versions: 50, tasks: 500, bytes: 2 * MB } as const
/** Maximum sizes of uploads by purpose; that of attachments is a setting. */
export const UPLOAD = { image: 5 * MB, productLogo: 2 * MB, siteLogo: 5 * MB } as const
/** Files of a submission; `unclaimedBytes` limits the total size of uploads that don't belong to a submission yet. */
export const SUBMISSION_FILES = { max: 5, unclaimedBytes: 2 * 1024 * MB, unclaimedMs: DAY_MS } as const
export const SUBMISSIONS_PER_PAGE = 20
/** The maximum number of submissions in a vendor's own list, newest first. */
export const OWN_SUBMISSIONS_MAX = 100
/** Rows of one kind in the copy of a member's data that are selected by email address. */
export const OWN_DATA_ROWS_MAX = 10_000
/** The maximum number of products in a vendor's own list. */
export const OWN_PRODUCTS_MAX = 100
/** For how many days a copy of a signed badge counts. */
export const BADGE = { days: 7 } as const
/** What a vendor's organisation may have, how many of them a member may found, and lists of the back office. */
export const VENDOR_ORGANISATION = {
  members: 50,
  domains: 20,
  perMember: 10,
  pendingRequests: 3,
  requestText: 1_000,
  invitationsPerDay: 30,
  perPage: 20,
} as const
/** The number of working days until a first review that vendors are promised. */
export const SUBMISSION_REVIEW_WORKING_DAYS = 3
/** The delay of the mail about a decision or a publication: if it is withdrawn within this time, no mail is sent. */
export const DECISION_MAIL_DELAY_MS = 30_000
/** Messages of one submission: the vendor's and the staff's in all, and the vendor's within a day. */
export const SUBMISSION_MESSAGES_MAX = { vendor: 100, staff: 200, vendorPerDay: 20 } as const
/** The length of a reason for returning a submission; a part of the form has one. */
export const RETURN_REASON_LENGTH = 500
export const RETURN_REASONS_MAX = 40
/** After so many days, the back office marks a returned submission that its vendor hasn't corrected. */
export const LONG_RETURN_DAYS = 30
/** The maximum number of possible duplicates listed for a submission, products and submissions each. */
export const POSSIBLE_DUPLICATES_MAX = 10
/** The number of newest submissions that `GET /api/submissions` returns, which isn't paginated. */
export const UNPAGINATED_SUBMISSIONS_MAX = 500
/** The lengths to which a submission's long texts are truncated in a table. */
export const SUBMISSION_EXCERPT_LENGTHS = { productDescription: 80, targetUsers: 30, keyFeatures: 30 } as const
export const REVISIONS_PER_PAGE = 20
/** The versions that are kept of a product, the newest ones. */
export const PRODUCT_REVISIONS_MAX = 200
export const AUDIT_PER_PAGE = 20
/** The maximum number of colleagues of a project, a shortlist or an inquiry. */
export const COLLEAGUES_MAX = 20
/** Acts of a project's record per page, and the maximum length of what is written of one. */
export const PROJECT_RECORD = { perPage: 30, detail: 500 } as const
/** Audit entries are counted up to this number; older ones can be found by filtering by date. */
export const AUDIT_COUNT_LIMIT = 10_000
export const OUTBOX_PER_PAGE = 20
/** The maximum number of failed mails that one call sends again. */
export const MAILS_RETRIED_MAX = 500
/** The retention of sent and failed mails in the log, and of the content of failed ones, which can be retried until then. */
export const MAIL_RETENTION = { logDays: 180, contentDays: 30 } as const
export const WEBHOOK_DELIVERIES_PER_PAGE = 20
/** The retention of events and their deliveries to webhooks. */
export const WEBHOOK_DELIVERY_DAYS = 30
/** The retention of what a person is told of, the number of items per page, and of events that a digest lists. */
export const INBOX = { days: 90, perPage: 20, eventsPerDigest: 100 } as const
export const EVENTS_PER_PAGE = 20
export const LEADS_PER_PAGE = 20
export const TESTIMONIALS_PER_PAGE = 20
/**
 * Members' reviews: page sizes, the minimum length of an opinion, and the maximum number in 24 hours per member and per
 * IP address. A moderator sees how many came from an IP address within `sameAddressDays`. Proofs that belong to no
 * review yet are kept for `unclaimedMs`, at most `unclaimed` per member; withdrawn reviews for `RECYCLE_BIN_DAYS`.
 */
export const MEMBER_REVIEWS = {
  perPage: 10,
  perModerationPage: 20,
  textMin: 10,
  monthsMax: 600,
  perMember: 5,
  perAddress: 10,
  windowMs: DAY_MS,
  sameAddressDays: 30,
  proofTypes: ['pdf', 'jpg', 'png'],
  unclaimed: 10,
  unclaimedMs: DAY_MS,
} as const
/** Questions about products, and answers: lengths, entries per page, posts per member within a time. */
export const PRODUCT_QUESTIONS = {
  textMin: 5,
  textMax: 1_000,
  perPage: 10,
  perModerationPage: 20,
  perMember: 10,
  windowMs: DAY_MS,
} as const
/** Reports of reviews, questions and answers. */
export const ABUSE_REPORTS = { wordsMax: 500, perMember: 20, windowMs: DAY_MS } as const
/** The time within which visitors are promised a call. */
export const LEAD_RESPONSE_HOURS = 24
export const LEAD_RESPONSE_MS = LEAD_RESPONSE_HOURS * HOUR_MS
export const USERS_PER_PAGE = 10
export const USERS_PER_PAGE_MAX = 100
/**
 * Unsaved edits that the server stores for their author. `bytes` fits a document of maximum size twice: the edited one,
 * and the version that it is based on.
 */
export const DRAFT_LIMITS = { bytes: 16 * MB, perUser: 50, bytesPerUser: 48 * MB, days: 30 } as const
/** The saved views of a list: how many a person has, the length of a name, and of the filters as a query string. */
export const SAVED_VIEWS = { perList: 20, name: 30, query: 1_000 } as const
/**
 * The drafts of documents beside the published ones. A preview link is valid for `previewDays` at most, and a document has
 * at most `previewLinks` at a time. A publication is scheduled up to `scheduleDays` ahead. The calendar covers up to
 * `calendarDays` after its first day, and lists the newest `calendarEntries` publications.
 */
export const CONTENT_DRAFTS = {
  previewDays: 30,
  previewLinks: 20,
  scheduleDays: 366,
  calendarDays: 62,
  calendarEntries: 500,
} as const
/**
 * An open editor sends a heartbeat every `heartbeatMs`, and counts as closed after `expiryMs` without one. Browsers
 * throttle the timers of background tabs to one per minute.
 */
export const PRESENCE = { heartbeatMs: 15_000, expiryMs: 75_000 } as const

/** Lengths: `min` is the lowest minimum that settings allow, `recommendedMin` is shown in hints. */
export const PASSWORD = { min: 6, recommendedMin: 8, max: 128 } as const
/**
 * Failed sign-ins count for `windowMs`. The settings define how many are allowed without a delay per account and IP
 * address; after that, each delay is twice the previous one (exponential backoff). One IP address is allowed
 * `perAddress` times as many over all accounts (offices share one), one account `perAccount` times as many over all IP
 * addresses, with delays of at most `accountWaitMs`.
 */
export const LOGIN_ATTEMPTS = {
  windowMs: 15 * MINUTE_MS,
  firstWaitMs: 30_000,
  perAddress: 4,
  perAccount: 10,
  accountWaitMs: 60_000,
} as const
/** A device is remembered for `retentionMs` after its last sign-in. */
export const KNOWN_DEVICE = { retentionMs: 180 * DAY_MS } as const
/** The minimum interval between security mails of one kind to the owner of an account. */
export const SECURITY_MAIL_MS = DAY_MS
/**
 * The maximum number of mails of a kind to one address within `windowMs`. Anyone can cause these with the address of
 * somebody else, from any number of IP addresses; a person who wants them needs fewer.
 */
export const MAILS_PER_ADDRESS = {
  windowMs: DAY_MS,
  max: {
    submissionReceipt: 20,
    passwordReset: 20,
    emailVerification: 10,
    registrationAttempt: 3,
    accountClosed: 3,
    signInAlert: 3,
    eventRegistration: 20,
    shortlistChanged: 20,
    judgeInvitation: 20,
    judgeReminder: 10,
    inquiryInvitation: 20,
    inquiryReceipt: 40,
    vendorInvitation: 5,
    vendorOrganisation: 20,
    colleagueNotice: 20,
  },
} as const
/** The lifetime of mailed links by purpose; `minIntervalMs` is the minimum interval between two mails. */
export const ACCOUNT_LINKS = {
  lifetimeMs: { invitation: 7 * DAY_MS, password: HOUR_MS, email: 3 * DAY_MS },
  minIntervalMs: 2 * MINUTE_MS,
} as const
/** After a correct password, the code is accepted for `challengeMs`. */
export const TWO_FACTOR = { challengeMs: 5 * MINUTE_MS, recoveryCodes: 10 } as const

/** Passkeys of an account, and how long the device's answer is accepted. A longer encoded part is refused. */
export const PASSKEYS = { max: 20, challengeMs: 5 * MINUTE_MS, maxEncodedLength: 20_000 } as const

/**
 * Signing in with a company's account: how long the provider's answer and the password to join an account are waited for,
 * how long after it a first password can be set, and the numbers of providers, accounts, domains and roles.
 */
export const COMPANY_SIGN_IN = {
  flowMs: 10 * MINUTE_MS,
  requestMs: 10_000,
  freshMs: 10 * MINUTE_MS,
  maxQueryLength: 8_000,
  maxReplyBytes: 1024 * 1024,
  /** OpenID Connect Core 1.0 §2. */
  maxSubjectLength: 255,
  providers: 10,
  accountsPerUser: 10,
  domains: 50,
  roles: 50,
} as const

/**
 * Limits of a table to be read: bytes compressed and decompressed, rows below the heading, columns, characters per
 * cell.
 */
export const TABLE = {
  bytes: 10 * MB,
  unpackedBytes: 80 * MB,
  rows: 5_000,
  columns: 300,
  cell: TEXT.richText,
  /** Items and fields of a JSON table, counted as in `BODY.values`. */
  values: 2_000_000,
} as const

/**
 * An import of products. A file in the back office has up to `rows` rows, one of the operator's command `commandRows`: it
 * is saved in one transaction, during which others wait. A plan lists up to `listedRows` rows of each result. The last
 * import into a catalogue can be undone for `undoDays`.
 */
export const IMPORT = {
  bytes: 200 * MB,
  unpackedBytes: 2_000 * MB,
  rows: 20_000,
  commandRows: 200_000,
  listedRows: 500,
  rowsPerPage: 50,
  pastPerPage: 10,
  undoDays: 7,
} as const

/**
 * Request bodies. `form` fits a submission with every text at its maximum length; `encodedForm` is the same posted
 * without JavaScript, which encodes every non-ASCII byte as three. `values` counts the items and fields of a body,
 * nested lists and objects twice: enough for a thousand products with 300 each. `keys` is the maximum of one object. A
 * document that is too large is read up to `oversizedDocument` bytes, in order to report its largest part.
 */
export const BODY = {
  form: 256 * 1024,
  encodedForm: 768 * 1024,
  document: 8 * MB,
  oversizedDocument: 16 * MB,
  depth: 40,
  values: 300_000,
  keys: 2_000,
} as const

/** How long the success notice of a form posted without JavaScript is valid. */
export const FORM_NOTICE_MS = 10 * MINUTE_MS

export const SMTP = { port: 587 } as const

/** The default texts of an uploaded QR code. */
export const QR_CODE_DEFAULTS = {
  type: 'wechat',
  title: '微信群二维码',
  description: 'CIO社区微信群，扫码加入',
  contactName: '社区管理员',
  displayOrder: '0',
} as const

/**
 * Keys for programs: how many an owner has at once, their longest lifetime (a leap year), the addresses that one can be
 * bound to, its calls per minute, and for how many days its uses, and the key itself after its end, are kept.
 */
export const KEYS = {
  max: 20,
  maxDays: 366,
  addresses: 20,
  callsPerMinute: 300,
  keptDays: 90,
  reminderDays: 7,
} as const

/**
 * A row of each table that later migrations often change, with the columns that its table was created with: what tests
 * insert before the migration they test.
 */
import { SUBMISSION } from '../factories/submissions.ts'

const AT = '2026-11-21T02:00:00.000Z'

export const USER_ROW = {
  id: 'u',
  email: 'a@example.com',
  localPart: 'a',
  name: '张三',
  role: 'member',
  status: 'active',
  company: '',
  position: '',
  phone: '',
  passwordHash: '',
  isPasswordTemporary: false,
  searchText: '',
  createdAt: AT,
  updatedAt: AT,
} as const

export const PROJECT_ROW = {
  id: 'p',
  ownerId: null,
  ownerName: '张三',
  isExample: false,
  name: '选型',
  description: '',
  status: 'setup',
  methodVersion: 1,
  setupJson: '{}',
  tasksJson: '[]',
  stepsJson: '[]',
  lockedAt: null,
  lockHash: null,
  readerTokenHash: null,
  readerLinkExpiresAt: null,
  reportId: null,
  createdAt: AT,
  updatedAt: AT,
  deletedAt: null,
  version: 1,
} as const

export const JUDGE_ROW = {
  id: 'j',
  projectId: PROJECT_ROW.id,
  name: '李评委',
  userId: null,
  email: null,
  tokenHash: null,
  linkExpiresAt: null,
  status: 'scoring',
  submittedAt: null,
  othersVisibleAt: null,
  createdAt: AT,
} as const

export const RUN_ROW = {
  id: 'r',
  projectId: PROJECT_ROW.id,
  title: '',
  status: 'finished',
  statusReason: '',
  planned: 3,
  calls: 3,
  limitsJson: '{}',
  startedAt: AT,
  endsAt: AT,
  isReported: true,
  planJson: '{}',
} as const

export const TRIAL_ROW = {
  runId: RUN_ROW.id,
  position: 0,
  task: 'q1',
  candidate: 'a',
  repeat: 1,
  variant: 0,
  outcome: null,
  attempts: 1,
  isAsked: true,
  isRepeated: false,
  stepNamesJson: '[]',
} as const

export const INQUIRY_ROW = {
  id: 'i',
  ownerId: USER_ROW.id,
  status: 'open',
  contentsJson: '{}',
  secondOpener: '',
  publishedVersion: 1,
  confirmationsJson: '[]',
  createdAt: AT,
  updatedAt: AT,
} as const

export const INVITATION_ROW = {
  id: 'v',
  inquiryId: INQUIRY_ROW.id,
  product: 'p1',
  email: 'sales@vendor.example',
  status: 'sent',
  statusAt: AT,
  outcomeText: '',
  createdAt: AT,
} as const

export const PRODUCT_ROW = {
  id: 'p',
  catalogue: 'agent',
  name: '客服助手',
  slogan: '',
  description: '',
  category: '',
  price: '',
  rating: null,
  isActive: true,
  position: 1,
  company: '',
  contactEmail: '',
  views: 0,
  detailsJson: '{}',
  version: 1,
  createdAt: AT,
  updatedAt: AT,
  deletedAt: null,
} as const

const { agreeToTerms: _, ...SUBMITTED_FIELDS } = SUBMISSION

export const SUBMISSION_ROW = {
  ...SUBMITTED_FIELDS,
  id: 's',
  receipt: 'ZJ-1',
  ordinal: 1,
  category: '其他',
  status: 'pending',
  reviewNotes: '',
  vendorNotes: '',
  checklistJson: '[]',
  searchText: '',
  searchTextWithoutContacts: '',
  version: 1,
  createdAt: AT,
  updatedAt: AT,
} as const

export const LEAD_ROW = {
  id: 'l',
  kind: 'consultation',
  companyName: '甲公司',
  contactName: '',
  phone: '',
  email: '',
  requirements: '',
  productName: '',
  termsVersion: null,
  status: 'new',
  ownerId: null,
  notes: '',
  createdAt: AT,
  updatedAt: AT,
  contactedAt: null,
  version: 1,
  searchText: '',
  searchTextWithoutContacts: '',
  ordinal: 1,
} as const

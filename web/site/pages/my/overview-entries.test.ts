import { expect, it } from 'vitest'
import type { ProjectSummary } from '#contracts/evaluation-projects/project.ts'
import type { ShortlistSummary } from '#contracts/shortlists/shortlist.ts'
import type { SubmissionProgress } from '#contracts/submissions/progress.ts'
import { toProjectEntry, toShortlistEntry, toSubmissionEntry } from './overview-entries.ts'

const SUBMISSION: SubmissionProgress = {
  receipt: 'ZJ-20261121-7K3M9QXT',
  productName: '排班助手',
  status: 'pending',
  createdAt: '2026-11-21T02:00:00.000Z',
  reviewedAt: null,
  notes: '',
  reasons: [],
  correctedAt: null,
  isUpdate: false,
  productId: null,
}

it.each<[string, Partial<SubmissionProgress>, object]>([
  ['requires no action of the vendor while it is pending', {}, { url: '/my/submissions', isActionRequired: false }],
  ['links to the approved product', { status: 'approved', productId: 'p1' }, { url: '/products/p1' }],
  [
    'shows the reason for its rejection',
    { status: 'rejected', notes: '请补充备案号' },
    { detail: '审核意见：请补充备案号', isActionRequired: true },
  ],
  [
    'names what has to be corrected',
    {
      status: 'returned',
      reasons: [
        { path: 'website', label: '产品官网', message: '打不开', isAsked: true },
        { path: 'files', label: '附件', message: '缺少等保证书', isAsked: true },
      ],
    },
    { detail: '请补正：产品官网、附件', isActionRequired: true },
  ],
])('a submission %s', (_, fields, entry) => {
  expect(toSubmissionEntry({ ...SUBMISSION, ...fields })).toMatchObject(entry)
})

it.each([
  ['judge', '/evaluation/judging?project=p1', true],
  ['owner', '/evaluation/projects/p1', false],
] as const)('links the %s of a project to their page', (role, url, isActionRequired) => {
  const project: ProjectSummary = {
    id: 'p1',
    name: '客服选型',
    status: 'scoring',
    role,
    candidates: [],
    judges: 2,
    submittedJudges: 1,
    updatedAt: '2026-11-21T02:00:00.000Z',
    deletedAt: null,
    reportId: null,
  }
  expect(toProjectEntry(project)).toMatchObject({ url, isActionRequired, status: '打分' })
})

it('describes the contents of a shortlist without naming what it lacks', () => {
  const shortlist: ShortlistSummary = {
    id: 's1',
    title: '客服清单',
    catalogue: 'agent',
    required: 0,
    preferred: 1,
    candidates: ['p1', 'p2'],
    isNotified: false,
    role: 'owner',
    updatedAt: '2026-11-21T02:00:00.000Z',
  }
  expect(toShortlistEntry(shortlist)).toMatchObject({ detail: '候选2个，希望1项；2026年11月21日' })
})

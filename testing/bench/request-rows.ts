/** Rows of submissions and leads, with their search indexes. */
import { sql } from 'kysely'
import { SUBMISSION_STATUSES } from '#contracts/submissions/statuses.ts'
import { LEAD_KINDS, LEAD_STATUSES, SUBMISSION_CATEGORIES } from '#contracts/vocabulary.ts'
import { buildLeadSearch } from '#server/modules/leads/lead-search.ts'
import { buildSubmissionSearch } from '#server/modules/submissions/submission-search.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import type { DatabaseKind } from '#server/platform/database/database-kind.ts'
import { TEXT_INDEXES } from '#server/platform/database/text-indexes.ts'
import { toGrams } from '#server/platform/database/text-terms.ts'
import { SUBMISSION } from '../factories/submissions.ts'
import { castTerms, getId, getNumberedTerms, insertRows, pick, pickTerms, timeBefore } from './generate-rows.ts'
import type { ListSizes } from './list-sizes.ts'

/** Search texts of submissions, computed only once. */
const SEARCHED = ['采购', '客服', '财务', '合同', '知识库', '质检', '排班', '报表'].map((word, index) => {
  const productName = `${word}助手`
  return {
    productName,
    ...buildSubmissionSearch({
      ...SUBMISSION,
      productName,
      companyName: `第${index}号科技公司`,
      receipt: `ZJ-${index}`,
    }),
  }
})

export async function insertSubmissions(db: Queryable, kind: DatabaseKind, { submissions }: ListSizes): Promise<void> {
  const at = timeBefore(kind, sql`(${sql.lit(submissions)} - n) * 300`)
  await insertRows(db, 'submissions', submissions, {
    id: getId('submission-'),
    receipt: getId('ZJ-'),
    ordinal: sql`n + 1`,
    company_name: getId('公司'),
    contact_name: SUBMISSION.contactName,
    contact_email: sql`${getId('vendor', sql`n % 5000`)} || '@example.com'`,
    contact_phone: SUBMISSION.contactPhone,
    product_name: pick(SEARCHED.map(({ productName }) => productName)),
    product_description: SUBMISSION.productDescription,
    target_users: SUBMISSION.targetUsers,
    key_features: SUBMISSION.keyFeatures,
    deployment_type: SUBMISSION.deploymentType,
    website: SUBMISSION.website,
    additional_info: '',
    category: pick(SUBMISSION_CATEGORIES),
    status: pick(SUBMISSION_STATUSES),
    checklist_json: '[]',
    review_notes: '',
    vendor_notes: '',
    reviewed_at: sql`case when n % 3 > 0 then ${at} end`,
    search_text: pick(SEARCHED.map(({ searchText }) => searchText)),
    search_text_without_contacts: pick(SEARCHED.map(({ searchTextWithoutContacts }) => searchTextWithoutContacts)),
    created_at: at,
    updated_at: at,
    deleted_at: sql`case when n % 20 = 19 then ${at} end`,
  })
  for (const [{ grams }, text] of [
    [TEXT_INDEXES.submissions, 'searchText'],
    [TEXT_INDEXES.submissionsWithoutContacts, 'searchTextWithoutContacts'],
  ] as const)
    await insertRows(db, grams, submissions, {
      rowid: sql`n + 1`,
      grams: pickTerms(
        kind,
        SEARCHED.map((submission) => submission[text]),
      ),
    })
}

const LEAD = {
  contact_name: '王敏',
  phone: '0571-88886666',
  email: 'wang.min@example.com',
  requirements: '为客服中心选一个能读内部知识库的智能体，需要私有化部署。',
  product_name: '',
}
/** The search text of a lead after the name of its company. */
const LEAD_TEXT = buildLeadSearch({
  ...LEAD,
  companyName: '',
  contactName: LEAD.contact_name,
  productName: LEAD.product_name,
  notes: '',
}).searchText

export async function insertLeads(db: Queryable, kind: DatabaseKind, { leads }: ListSizes): Promise<void> {
  const at = timeBefore(kind, sql`n * 500`)
  await insertRows(db, 'leads', leads, {
    id: getId('lead-'),
    kind: pick(LEAD_KINDS),
    company_name: getId('公司'),
    ...LEAD,
    // New leads are the latest ones, as if the staff had handled the others.
    status: sql`case when n < 200 then 'new' else ${pick(LEAD_STATUSES.filter((status) => status !== 'new'))} end`,
    owner_id: sql`case when n % 4 > 0 then ${getId('user-', sql`n % 12`)} end`,
    notes: '',
    ordinal: sql`n + 1`,
    search_text_without_contacts: getId('公司'),
    search_text: sql`${getId('公司')} || ${sql.lit(LEAD_TEXT)}`,
    created_at: at,
    updated_at: at,
  })
  const company = getNumberedTerms('公司')
  const others = sql.lit(` ${toGrams(LEAD_TEXT)}`)
  await insertRows(db, TEXT_INDEXES.leadsWithoutContacts.grams, leads, {
    rowid: sql`n + 1`,
    grams: castTerms(kind, company),
  })
  await insertRows(db, TEXT_INDEXES.leads.grams, leads, {
    rowid: sql`n + 1`,
    grams: castTerms(kind, sql`${company} || ${others}`),
  })
}

import type { Kysely, Migration } from 'kysely'
import { first } from './001-first.ts'
import { accounts } from './002-accounts.ts'
import { editing } from './003-editing.ts'
import { twoFactor } from './004-two-factor.ts'
import { submissionReview } from './005-submission-review.ts'
import { mail } from './006-mail.ts'
import { accountLinks } from './007-account-links.ts'
import { visits } from './008-visits.ts'
import { leads } from './009-leads.ts'
import { submissionVersions } from './010-submission-versions.ts'

/** One step: the statements that bring a database of either kind one form further. There is no way back. */
export type Step = (db: Kysely<unknown>, kind: 'sqlite' | 'postgres') => Promise<void>

/** Every step in order; a step that has landed is never edited. */
const STEPS: Record<string, Step> = {
  '001-first': first,
  '002-accounts': accounts,
  '003-editing': editing,
  '004-two-factor': twoFactor,
  '005-submission-review': submissionReview,
  '006-mail': mail,
  '007-account-links': accountLinks,
  '008-visits': visits,
  '009-leads': leads,
  '010-submission-versions': submissionVersions,
}

export const migrations = (kind: 'sqlite' | 'postgres'): Record<string, Migration> =>
  Object.fromEntries(Object.entries(STEPS).map(([name, step]) => [name, { up: (db) => step(db, kind) }]))

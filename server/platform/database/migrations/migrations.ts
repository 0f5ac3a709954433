import type { Kysely, Migration } from 'kysely'
import { createFirstTables } from './001-first-tables.ts'
import { addKnownDevices } from './002-known-devices.ts'
import { addSubmissionBin } from './003-submission-bin.ts'
import { createDrafts } from './004-drafts.ts'
import { addMailRevisions } from './005-mail-revisions.ts'
import { addTermsVersions } from './006-terms-versions.ts'
import { createEvaluationMethods } from './007-evaluation-methods.ts'
import { createEvaluationProjects } from './008-evaluation-projects.ts'
import { createEvaluationReports } from './009-evaluation-reports.ts'
import { createFacts } from './010-facts.ts'
import { createEventRegistrations } from './011-event-registrations.ts'
import { createShortlists } from './012-shortlists.ts'
import { createPublishedEvaluations } from './013-published-evaluations.ts'
import { createMemberReviews } from './014-member-reviews.ts'
import { addEvaluationRunners } from './015-evaluation-runners.ts'
import { addFactDisputes } from './016-fact-disputes.ts'
import { addSearchTexts } from './017-search-texts.ts'
import { indexSubmissionContacts } from './018-submission-contacts.ts'
import { indexNewest } from './019-newest.ts'
import { addSecretFingerprints } from './020-secret-fingerprints.ts'
import { createBackupRuns } from './021-backup-runs.ts'
import { createAlarms } from './022-alarms.ts'
import { createRateLimits } from './023-rate-limits.ts'
import { addSubmissionScreenshots } from './024-submission-screenshots.ts'
import { indexProductContacts } from './025-product-contacts.ts'
import { addJudgeAddresses } from './026-judge-addresses.ts'
import { createProductImports } from './027-product-imports.ts'
import { numberProducts } from './028-product-numbers.ts'
import { indexNames } from './029-product-search.ts'
import { createBigramPositions } from './030-gram-places.ts'
import { indexLists } from './031-lists-at-size.ts'
import { dropSearchJson } from './032-search-json.ts'
import { countProductReviews } from './033-reviewed-products.ts'
import { encryptSettings } from './034-encrypted-settings.ts'
import { indexReportsByVerdict } from './035-counted-reports.ts'
import { indexSearchedRows } from './036-searched-rows.ts'
import { addReviewRatings } from './037-rated-reviews.ts'
import { indexWideSearches } from './038-wide-searches.ts'
import { addShortlistCandidates } from './039-shortlist-candidates.ts'
import { removeDraftPasswords } from './040-draft-passwords.ts'
import { renameColumns } from './041-plain-column-names.ts'
import type { DatabaseKind } from './columns.ts'

/** Applies one migration to either kind of database. There are no down migrations. */
export type MigrationFunction = (db: Kysely<unknown>, kind: DatabaseKind) => Promise<void>

/** Every migration in order; a released one is never edited. */
export const MIGRATIONS: Readonly<Record<string, MigrationFunction>> = {
  '001-first-tables': createFirstTables,
  '002-known-devices': addKnownDevices,
  '003-submission-bin': addSubmissionBin,
  '004-drafts': createDrafts,
  '005-mail-revisions': addMailRevisions,
  '006-terms-versions': addTermsVersions,
  '007-evaluation-methods': createEvaluationMethods,
  '008-evaluation-projects': createEvaluationProjects,
  '009-evaluation-reports': createEvaluationReports,
  '010-facts': createFacts,
  '011-event-registrations': createEventRegistrations,
  '012-shortlists': createShortlists,
  '013-published-evaluations': createPublishedEvaluations,
  '014-member-reviews': createMemberReviews,
  '015-evaluation-runners': addEvaluationRunners,
  '016-fact-disputes': addFactDisputes,
  '017-search-texts': addSearchTexts,
  '018-submission-contacts': indexSubmissionContacts,
  '019-newest': indexNewest,
  '020-secret-fingerprints': addSecretFingerprints,
  '021-backup-runs': createBackupRuns,
  '022-alarms': createAlarms,
  '023-rate-limits': createRateLimits,
  '024-submission-screenshots': addSubmissionScreenshots,
  '025-product-contacts': indexProductContacts,
  '026-judge-addresses': addJudgeAddresses,
  '027-product-imports': createProductImports,
  '028-product-numbers': numberProducts,
  '029-product-search': indexNames,
  '030-gram-places': createBigramPositions,
  '031-lists-at-size': indexLists,
  '032-search-json': dropSearchJson,
  '033-reviewed-products': countProductReviews,
  '034-encrypted-settings': encryptSettings,
  '035-counted-reports': indexReportsByVerdict,
  '036-searched-rows': indexSearchedRows,
  '037-rated-reviews': addReviewRatings,
  '038-wide-searches': indexWideSearches,
  '039-shortlist-candidates': addShortlistCandidates,
  '040-draft-passwords': removeDraftPasswords,
  '041-plain-column-names': renameColumns,
}

/** Converts migrations to the format of Kysely's migrator, for one kind of database. */
export const toKyselyMigrations = (
  migrations: Readonly<Record<string, MigrationFunction>>,
  kind: DatabaseKind,
): Record<string, Migration> =>
  Object.fromEntries(Object.entries(migrations).map(([name, apply]) => [name, { up: (db) => apply(db, kind) }]))

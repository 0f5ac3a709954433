/**
 * The tables as the stores see them: camel case, times as ISO text, `…Json` columns written as text and read parsed,
 * `is…` columns as booleans. `columns-plugin.ts` converts them.
 */
import type { AbuseReportTables } from './tables/abuse-reports.ts'
import type { AccountTables } from './tables/accounts.ts'
import type { ColleagueTables } from './tables/colleagues.ts'
import type { CommentTables } from './tables/comments.ts'
import type { DocumentTables } from './tables/documents.ts'
import type { EvaluationTables } from './tables/evaluations.ts'
import type { EventTables } from './tables/events.ts'
import type { FactTables } from './tables/facts.ts'
import type { FollowTables } from './tables/follows.ts'
import type { ImportTables } from './tables/imports.ts'
import type { InboxTables } from './tables/inbox.ts'
import type { InquiryTables } from './tables/inquiries.ts'
import type { KeyTables } from './tables/keys.ts'
import type { MailTables } from './tables/mails.ts'
import type { NodeTables } from './tables/nodes.ts'
import type { OutboxTables } from './tables/outbox.ts'
import type { ProductQuestionTables } from './tables/product-questions.ts'
import type { ProductTables } from './tables/products.ts'
import type { QuestionBankTables } from './tables/question-banks.ts'
import type { RequestTables } from './tables/requests.ts'
import type { ReviewTables } from './tables/reviews.ts'
import type { SavedViewTables } from './tables/saved-views.ts'
import type { SearchTables } from './tables/search.ts'
import type { ShortlistTables } from './tables/shortlists.ts'
import type { SiteTables } from './tables/site.ts'
import type { VendorTables } from './tables/vendors.ts'
import type { VisitTables } from './tables/visits.ts'

export type Tables = AbuseReportTables &
  AccountTables &
  ColleagueTables &
  CommentTables &
  DocumentTables &
  EvaluationTables &
  EventTables &
  FactTables &
  FollowTables &
  ImportTables &
  InboxTables &
  InquiryTables &
  KeyTables &
  MailTables &
  NodeTables &
  OutboxTables &
  ProductQuestionTables &
  ProductTables &
  QuestionBankTables &
  RequestTables &
  ReviewTables &
  SavedViewTables &
  SearchTables &
  ShortlistTables &
  SiteTables &
  VendorTables &
  VisitTables

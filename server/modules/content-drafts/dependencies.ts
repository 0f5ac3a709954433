import type { AuditService } from '#server/modules/audit/service.ts'
import type { ContentService } from '#server/modules/content/service.ts'
import type { IdentityService } from '#server/modules/identity/service.ts'
import type { OutboxService } from '#server/modules/outbox/service.ts'
import type { ProductService } from '#server/modules/products/service.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/database.ts'

/** What the parts of the drafts' service need. */
export type Dependencies = {
  database: Database
  clock: Clock
  content: ContentService
  products: ProductService
  audit: AuditService
  accounts: IdentityService['accounts']
  outbox: OutboxService
  /** The base URL of preview links, and of links to the back office. */
  publicUrl: string
}

import type { BadgeData, SignedBadge } from '#contracts/badges/badge.ts'
import { BADGE_FORMAT, type BadgeStatus } from '#contracts/badges/statuses.ts'
import { DAY_MS } from '#contracts/durations.ts'
import { BADGE } from '#contracts/limits.ts'
import { buildPageUrl } from '#contracts/page-url.ts'
import { PAGES, SITE_PAGES } from '#contracts/paths.ts'
import { toCanonicalJson } from '#contracts/rules/evaluation/canonical-json.ts'
import type { EvaluationProjectService } from '#server/modules/evaluation-projects/service.ts'
import type { ProductService } from '#server/modules/products/service.ts'
import type { PublishedEvaluationService } from '#server/modules/published-evaluations/service.ts'
import { notFound } from '#server/platform/app-error.ts'
import type { Clock } from '#server/platform/clock.ts'
import { sha256Hex } from '#server/platform/sha256.ts'

type Dependencies = {
  clock: Clock
  products: Pick<ProductService, 'findActiveId'>
  publishedEvaluations: Pick<PublishedEvaluationService, 'findLatest'>
  reports: Pick<EvaluationProjectService['reports'], 'getSigner'>
  publicUrl: string
}

export type BadgeService = ReturnType<typeof createBadgeService>

/** Creates the service for the badges of evaluated products. */
export function createBadgeService({ clock, products, publishedEvaluations, reports, publicUrl }: Dependencies) {
  /** Returns what a badge says now. Throws `notFound` for products that aren't listed or were never evaluated. */
  async function get(productId: string): Promise<BadgeData> {
    const latest = await publishedEvaluations.findLatest(productId)
    if (!latest || (await products.findActiveId(latest.row.catalogue, productId)) !== productId) throw notFound()
    const { row, status } = latest
    const now = clock.now()
    const isValid = status === 'valid'
    const freshUntil = new Date(now.getTime() + BADGE.days * DAY_MS).toISOString()
    return {
      format: BADGE_FORMAT,
      product: { id: row.productId, name: row.productName, catalogue: row.catalogue },
      status: toBadgeStatus(status),
      recommendation: isValid ? row.recommendation : null,
      score: isValid ? row.score : null,
      evaluatedAt: row.evaluatedAt,
      validUntil: row.validUntil,
      reportId: row.reportId,
      isExample: row.isExample,
      issuedAt: now.toISOString(),
      expiresAt: isValid && row.endsAt < freshUntil ? row.endsAt : freshUntil,
      verifyUrl:
        publicUrl + buildPageUrl(PAGES.verifyReport, SITE_PAGES.verifyReport.parameters, { report: row.reportId }),
    }
  }

  return {
    get,

    /** Returns the badge with its signature. Throws `notFound`. */
    async getSigned(productId: string): Promise<SignedBadge> {
      const data = await get(productId)
      const text = toCanonicalJson(data)
      const signer = await reports.getSigner()
      return { data, hash: sha256Hex(text), signature: signer.sign(text), keyId: signer.keyId }
    },
  }
}

/** An evaluation that was replaced and isn't current is as gone as one that was withdrawn. */
const toBadgeStatus = (status: BadgeStatus | 'replaced'): BadgeStatus => (status === 'replaced' ? 'withdrawn' : status)

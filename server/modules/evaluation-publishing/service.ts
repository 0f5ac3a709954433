import type { FieldError } from '#contracts/errors.ts'
import type { ReportReply, SignedReport } from '#contracts/evaluation-projects/report.ts'
import { PUBLICATION } from '#contracts/limits.ts'
import { PUBLICATION_MESSAGES as MESSAGES } from '#contracts/published-evaluations/messages.ts'
import type {
  PublishableProject,
  PublishableReport,
  PublishInput,
} from '#contracts/published-evaluations/publication.ts'
import type { PublishedEvaluation } from '#contracts/published-evaluations/published-evaluation.ts'
import type { OwnStatement, StatementInput } from '#contracts/published-evaluations/statement.ts'
import { CATALOGUES, type Catalogue } from '#contracts/vocabulary.ts'
import type { MethodService } from '#server/modules/evaluation/service.ts'
import {
  type EvaluationAnalysisService,
  findResult,
  listGroupDraws,
  summarizeResult,
} from '#server/modules/evaluation-analysis/service.ts'
import type { EvaluationProjectService, PublishableRow } from '#server/modules/evaluation-projects/service.ts'
import { getCatalogueTopic, type ProductService } from '#server/modules/products/service.ts'
import {
  getOldestPublishable,
  getValidityLimits,
  type NewPublication,
  type PublishedEvaluationService,
  type ValidityLimits,
} from '#server/modules/published-evaluations/service.ts'
import type { VendorService } from '#server/modules/vendors/service.ts'
import type { Actor } from '#server/platform/actor.ts'
import { forbidden, invalid, invalidField, invalidFields, notFound } from '#server/platform/app-error.ts'
import { authorize } from '#server/platform/authorize.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import { type CheckedCandidate, checkCandidates } from './candidates.ts'
import { createMarketMaps } from './market-maps.ts'

export type EvaluationPublishingService = ReturnType<typeof createEvaluationPublishingService>

type Dependencies = {
  database: Database
  clock: Clock
  publishedEvaluations: PublishedEvaluationService
  projects: Pick<EvaluationProjectService, 'listPublishable' | 'findPublishable' | 'reports'>
  analysis: Pick<EvaluationAnalysisService, 'calculateGroupIntervals'>
  methods: Pick<MethodService, 'getCurrent'>
  products: ProductService
  vendors: Pick<VendorService, 'findRepresentedVendor' | 'listContacts'>
}

/**
 * Creates the service with which staff publish results of their finished projects on product pages, vendors submit
 * statements, and everyone reads both.
 */
export function createEvaluationPublishingService(dependencies: Dependencies) {
  const { database, clock, publishedEvaluations, projects, analysis, products, vendors } = dependencies

  /** Returns a finished project that may be published. Throws `notFound` for a member's project, which is private. */
  async function getProject(db: Queryable, reportId: string): Promise<PublishableRow> {
    const project = await projects.findPublishable(reportId, db)
    if (!project) throw notFound(MESSAGES.reportNotFound)
    return project
  }

  /** Returns a report with its project, its checked candidates and the limits of its validity. Throws `notFound`. */
  async function getCheckedReport(reportId: string) {
    const project = await getProject(database.read, reportId)
    const report = await projects.reports.get(reportId)
    const candidates = await checkCandidates(products, toReportSource(report, project), database.read)
    return { project, report, candidates, validityLimits: getValidityLimits(report.data.createdAt, clock.now()) }
  }

  /** Returns what is to be published of each selected candidate, by key. */
  const calculateResults = async ({ data }: SignedReport, keys: readonly string[]) =>
    new Map(
      await Promise.all(
        keys.map(async (key) => {
          const intervals = await analysis.calculateGroupIntervals(listGroupDraws(data, key))
          return [key, summarizeResult(data, key, intervals)] as const
        }),
      ),
    )

  /** Returns the publications of checked candidates, with their products and vendors as they are now. */
  async function createPublications(
    db: Queryable,
    selected: readonly CheckedCandidate[],
    results: Awaited<ReturnType<typeof calculateResults>>,
  ): Promise<NewPublication[]> {
    const contacts = await vendors.listContacts(
      selected.flatMap(({ product }) => product?.id ?? []),
      db,
    )
    return selected.map(({ candidate: { key }, product }) => {
      const result = results.get(key)
      if (!product || !result) throw new Error(`candidate ${key} was not checked`)
      return { product, result, vendor: contacts.get(product.id) ?? { name: '', emails: [] } }
    })
  }

  return {
    ...createMarketMaps(dependencies),

    /** Lists the projects that may be published: those of staff whose reports aren't too old, and the example. */
    async listProjects(): Promise<PublishableProject[]> {
      const rows = await projects.listPublishable(getOldestPublishable(clock.now()))
      return rows.map(({ reportId, name, ownerName, isExample, finishedAt }) => ({
        reportId,
        projectName: name,
        ownerName,
        isExample,
        finishedAt,
      }))
    },

    /** Returns which candidates of a report may be published, and until when. Throws `notFound`. */
    async getReport(reportId: string): Promise<PublishableReport> {
      const { project, report, candidates, validityLimits } = await getCheckedReport(reportId)
      const ids = candidates.flatMap(({ product }) => product?.id ?? [])
      const current = await publishedEvaluations.listCurrent(ids)
      return {
        reportId,
        projectName: project.name,
        ownerName: project.ownerName,
        isExample: project.isExample,
        methodVersion: report.data.methodVersion,
        evaluatedAt: report.data.createdAt,
        validUntil: validityLimits,
        candidates: candidates.map(({ candidate: { key, name }, product, ineligibilityReason }) => {
          const result = findResult(report.data, key)
          const row = product ? current.get(product.id) : undefined
          return {
            key,
            name,
            product: product && { id: product.id, name: product.name, catalogue: product.catalogue },
            recommendation: result?.recommendation ?? null,
            score: result?.score ?? null,
            ineligibilityReason,
            published: row ? { reportId: row.reportId, score: row.score, validUntil: row.validUntil } : null,
          }
        }),
      }
    },

    /**
     * Publishes a report's results for some of its candidates, which replace earlier results of the same products.
     * Returns how many. Throws `notFound`, and `invalid` for a candidate that can't be published or a day outside the
     * limits.
     */
    async publish({ reportId, candidates: keys, validUntil }: PublishInput, actor: Actor | null): Promise<number> {
      const { report, candidates, validityLimits } = await getCheckedReport(reportId)
      const lastDay = resolveValidUntil(validityLimits, validUntil)
      const selected = selectCandidates(keys, candidates)
      const results = await calculateResults(report, keys)
      await database.write(async (transaction) => {
        for (const catalogue of listCatalogues(selected)) await transaction.lock(getCatalogueTopic(catalogue))
        // The project may have been moved back or deleted during the calculation, and a product renamed or removed.
        const project = await getProject(transaction.db, reportId)
        const current = await checkCandidates(products, toReportSource(report, project), transaction.db)
        const publications = await createPublications(transaction.db, selectCandidates(keys, current), results)
        const source = { report: toSignedReport(report), isExample: project.isExample, validUntil: lastDay }
        await publishedEvaluations.publish(transaction, source, publications, actor)
      })
      return selected.length
    },

    /**
     * Returns the evaluation on a product's page; `null` if there is none. Throws `notFound` if the product doesn't
     * exist.
     */
    async find(catalogue: Catalogue, idOrName: string): Promise<PublishedEvaluation | null> {
      const id = await products.findActiveId(catalogue, idOrName)
      if (id === undefined) throw notFound(MESSAGES.productNotFound)
      return publishedEvaluations.find(id)
    },

    /** Submits a statement by a product's vendor. Throws `notFound`, `conflict`, and `forbidden` for everyone else. */
    async submitStatement(evaluationId: string, { text }: StatementInput, actor: Actor): Promise<OwnStatement> {
      const { productId } = await publishedEvaluations.get(evaluationId)
      const vendor = await vendors.findRepresentedVendor(productId, actor.id)
      authorize(vendor !== undefined, forbidden(MESSAGES.notVendor))
      return publishedEvaluations.statements.submit(evaluationId, text, vendor.companyName || actor.name, actor)
    },
  }
}

/**
 * Returns the last day of validity: the requested one, or the default. Throws `invalid` if it is outside the limits.
 */
function resolveValidUntil({ initial, earliest, latest }: ValidityLimits, requestedDay = initial): string {
  if (latest < earliest) throw invalid(MESSAGES.outdated(PUBLICATION.monthsMax))
  if (requestedDay < earliest || requestedDay > latest)
    throw invalidField('validUntil', MESSAGES.validUntil(earliest, latest))
  return requestedDay
}

/**
 * Returns the candidates with the given keys. Throws `invalid` with the path and reason of every candidate that can't
 * be published.
 */
function selectCandidates(keys: readonly string[], candidates: readonly CheckedCandidate[]): CheckedCandidate[] {
  const selected = keys.map((key) => candidates.find(({ candidate }) => candidate.key === key))
  const products = selected.map((item) => item?.product?.id)
  const errors: FieldError[] = []
  for (const [index, item] of selected.entries()) {
    const path = `candidates.${index}`
    if (!item) errors.push({ path, message: MESSAGES.unknownCandidate })
    else if (item.ineligibilityReason !== null) errors.push({ path, message: item.ineligibilityReason })
    else if (products.indexOf(item.product?.id) < index) errors.push({ path, message: MESSAGES.duplicateProduct })
  }
  if (errors.length > 0) throw invalidFields(errors)
  return selected.filter((item) => item !== undefined)
}

/** Lists the catalogues of candidates' products, always in the same order, so that locking them can't deadlock. */
const listCatalogues = (candidates: readonly CheckedCandidate[]): Catalogue[] =>
  CATALOGUES.filter((catalogue) => candidates.some(({ product }) => product?.catalogue === catalogue))

const toReportSource = ({ data }: SignedReport, { isExample }: PublishableRow) => ({ data, isExample })

const toSignedReport = ({ data, hash, signature, keyId }: ReportReply): SignedReport => ({
  data,
  hash,
  signature,
  keyId,
})

import { useQuery } from '@tanstack/react-query'
import { SITE_PAGES } from '#contracts/paths.ts'
import { getAlternativesPath, getProductFeedPath } from '#contracts/product-pages.ts'
import { PRODUCT_FIELDS } from '#contracts/products/fields.ts'
import type { ProductDetail } from '#contracts/products/product.ts'
import type { PublishedEvaluation } from '#contracts/published-evaluations/published-evaluation.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import { CARD_TOGGLE_CLASS, CompareToggle } from '../../../compare/compare-toggle.tsx'
import { PageSkeleton } from '../../../components/page-skeleton.tsx'
import { PrintedPageUrl } from '../../../components/printed-page-url.tsx'
import { ProductLogo } from '../../../components/product-logo.tsx'
import { Section } from '../../../components/section.tsx'
import { Tabs } from '../../../components/tabs.tsx'
import { VerdictSeal } from '../../../components/verdict-seal.tsx'
import { getMissingDataHead } from '../../../missing-data-head.ts'
import type { SitePage } from '../../../page.ts'
import { Link, useLocation, usePathParameter } from '../../../router.tsx'
import { useQueries } from '../../../site-context.tsx'
import { createBreadcrumbList } from '../../../structured-data.ts'
import { usePageQuery } from '../../../use-page-query.ts'
import { ReviewsSection } from '../../member-reviews/reviews-section.tsx'
import { QuestionsPanel } from '../../product-questions/questions-panel.tsx'
import { CATALOGUE_PAGES } from '../catalogue-pages.ts'
import { ProductError } from '../product-error.tsx'
import { EvaluationPanel } from './evaluation-panel.tsx'
import { FactsPanel } from './facts-panel.tsx'
import { OverviewPanel } from './overview-panel.tsx'
import { ProductHeader } from './product-header.tsx'
import { createProductJsonLd } from './product-json-ld.ts'
import { SpecsPanel } from './specs-panel.tsx'

type SimilarProductsProps = {
  catalogue: Catalogue
  product: ProductDetail
  /** The id or name in the URL. */
  id: string
}

/** Similar products and how they differ, with a link to all alternatives. */
function SimilarProducts({ catalogue, product: { id: productId, name }, id }: SimilarProductsProps) {
  const data = useQuery(useQueries().similarProducts(catalogue, id)).data ?? []
  if (data.length === 0) return null
  return (
    <div data-print="none">
      <Section title="相近产品" lead="按类别与已知资料比较，未知的不计为差异。">
        <ul className="grid gap-5 md:grid-cols-3">
          {data.map((product) => (
            <li key={product.id} className="card relative flex flex-col p-5 break-inside-avoid hover:shadow-md">
              <div className="flex items-center gap-3">
                <ProductLogo name={product.name} logoUrl={product.logoUrl} />
                <h3 className="min-w-0 text-lg">
                  <Link
                    to={CATALOGUE_PAGES[catalogue].getProductPath(product)}
                    className="line-clamp-2 after:absolute after:inset-0"
                  >
                    {product.name}
                  </Link>
                </h3>
              </div>
              {product.summary && <p className="mt-3 line-clamp-2">{product.summary}</p>}
              <p className="mt-2 text-sm whitespace-pre-line text-muted">{product.reason}</p>
              <div className="mt-auto -mb-2 flex justify-end pt-2">
                <CompareToggle catalogue={catalogue} product={product} className={CARD_TOGGLE_CLASS} />
              </div>
            </li>
          ))}
        </ul>
        <p className="mt-5">
          <Link
            to={getAlternativesPath(catalogue, { id: productId, name })}
            className="inline-flex min-h-11 items-center text-indigo hover:underline"
          >
            逐项比较{name}的替代产品
          </Link>
        </p>
      </Section>
    </div>
  )
}

/** The verdict among a product's main facts, with a link to its evidence. */
function EvaluationSummary({ evaluation }: { evaluation: PublishedEvaluation }) {
  // Contains the URL of the list from which the product was opened, for the back link.
  const { state } = useLocation()
  const isExpired = evaluation.status === 'expired'
  return (
    <span className="flex flex-wrap items-center gap-x-3">
      <VerdictSeal
        verdict={evaluation.recommendation}
        className={`size-9 ${isExpired ? 'opacity-50 grayscale' : ''}`}
      />
      <span className="tabular-nums">
        <span>{evaluation.isExample && '示例，'}</span>
        {evaluation.score}分<span>{isExpired && '（已过期）'}</span>
      </span>
      <Link
        to="?tab=evaluation#panel-evaluation"
        state={state}
        className="inline-flex min-h-11 items-center font-normal text-indigo hover:underline"
        data-print="none"
      >
        查看依据
      </Link>
    </span>
  )
}

export const agentProductPage = createProductPage('agent')
export const aiProductPage = createProductPage('ai')

/** Creates the product page of a catalogue. Its URL names the product by id or name. */
function createProductPage(catalogue: Catalogue): SitePage<'product' | 'aiProduct'> {
  const { title, listPath, notFound, getProductPath } = CATALOGUE_PAGES[catalogue]
  return {
    queries: (queries, { params: { id = '' }, query: { sort, page } }) => [
      queries.product(catalogue, id),
      queries.publishedEvaluation(catalogue, id),
      queries.attributes(catalogue),
      queries.similarProducts(catalogue, id),
      queries.reviews(catalogue, id, { sort, page }),
    ],
    head(context) {
      const { match, client, queries, publicUrl, brand } = context
      const productQuery = queries.product(catalogue, match.params.id ?? '')
      const product = client.getQueryData(productQuery.queryKey)
      if (!product) return getMissingDataHead(context, productQuery, notFound)
      const path = getProductPath(product)
      return {
        title: `${product.name} - ${title}`,
        description: product.slogan ? `${product.slogan}。${product.description}` : product.description,
        canonical: path,
        feed: { title: `${product.name}的变化`, path: getProductFeedPath(catalogue, product.id) },
        jsonLd: [
          createProductJsonLd(product, publicUrl + path, publicUrl),
          createBreadcrumbList(
            [
              { name: title, path: listPath },
              { name: product.name, path },
            ],
            { publicUrl, brand },
          ),
        ],
      }
    },
    Component: function ProductPage() {
      const id = usePathParameter('id')
      const queries = useQueries()
      const { data, error, isPending, isLoadingError, refetch } = useQuery(queries.product(catalogue, id))
      const evaluation = useQuery(queries.publishedEvaluation(catalogue, id)).data ?? null
      if (isPending) return <PageSkeleton />
      if (isLoadingError)
        return <ProductError error={error} idOrName={id} listPath={listPath} onRetry={() => refetch()} />
      return <Product catalogue={catalogue} product={data} evaluation={evaluation} id={id} />
    },
  }
}

type ProductProps = {
  catalogue: Catalogue
  product: ProductDetail
  evaluation: PublishedEvaluation | null
  /** The id or name in the URL. */
  id: string
}

function Product({ catalogue, product, evaluation, id }: ProductProps) {
  const { getProductPath } = CATALOGUE_PAGES[catalogue]
  const { query, change } = usePageQuery(SITE_PAGES.product.parameters)
  const isEvaluationMissing = query.tab === 'evaluation' && !evaluation
  return (
    <article>
      <div className="shell">
        <PrintedPageUrl />
      </div>
      <ProductHeader
        product={product}
        catalogue={catalogue}
        verdict={evaluation && <EvaluationSummary evaluation={evaluation} />}
      />
      <div className="shell py-6">
        <Tabs
          label="产品信息"
          current={isEvaluationMissing ? 'overview' : query.tab}
          onChoose={(tab) => change({ tab })}
          printAll
          tabs={[
            { id: 'overview', label: '概览', content: <OverviewPanel product={product} /> },
            ...(evaluation
              ? [{ id: 'evaluation', label: '平台评估', content: <EvaluationPanel evaluation={evaluation} /> } as const]
              : []),
            {
              id: 'facts',
              label: '资料',
              content: <FactsPanel product={product} catalogue={catalogue} />,
            },
            {
              id: 'specs',
              label: PRODUCT_FIELDS.technicalSpecs.label,
              content: <SpecsPanel specs={product.technicalSpecs} />,
            },
            {
              id: 'reviews',
              label: PRODUCT_FIELDS.reviews.label,
              content: (
                <ReviewsSection catalogue={catalogue} product={product} idOrName={id} path={getProductPath(product)} />
              ),
            },
            {
              id: 'questions',
              label: '问答',
              content: <QuestionsPanel catalogue={catalogue} product={product} isOpen={query.tab === 'questions'} />,
            },
          ]}
        />
      </div>
      <SimilarProducts catalogue={catalogue} product={product} id={id} />
    </article>
  )
}

import { useQuery } from '@tanstack/react-query'
import { matchPath } from '#contracts/page-url.ts'
import { SITE_PAGES } from '#contracts/paths.ts'
import { PRODUCT_FIELDS } from '#contracts/products/fields.ts'
import type { ProductDetail } from '#contracts/products/product.ts'
import type { PublishedEvaluation } from '#contracts/published-evaluations/published-evaluation.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import { PageSkeleton } from '../../../components/page-skeleton.tsx'
import { PrintedPageUrl } from '../../../components/printed-page-url.tsx'
import { Tabs } from '../../../components/tabs.tsx'
import { getMissingDataHead } from '../../../missing-data-head.ts'
import type { SitePage } from '../../../page.ts'
import { useLocation } from '../../../router.tsx'
import { useQueries } from '../../../site-context.tsx'
import { createBreadcrumbList } from '../../../structured-data.ts'
import { usePageQuery } from '../../../use-page-query.ts'
import { ReviewsSection } from '../../member-reviews/reviews-section.tsx'
import { CATALOGUE_PAGES } from '../catalogue-pages.ts'
import { ProductError } from '../product-error.tsx'
import { EvaluationPanel } from './evaluation-panel.tsx'
import { EvaluationSummary } from './evaluation-summary.tsx'
import { FactsPanel } from './facts-panel.tsx'
import { OverviewPanel } from './overview-panel.tsx'
import { ProductHeader } from './product-header.tsx'
import { createProductJsonLd } from './product-json-ld.ts'
import { SimilarProducts } from './similar-products.tsx'
import { SpecsPanel } from './specs-panel.tsx'

export const agentProductPage = createProductPage('agent')
export const aiProductPage = createProductPage('ai')

/** Creates the product page of a catalogue. Its URL names the product by id or name. */
function createProductPage(catalogue: Catalogue): SitePage<'product' | 'aiProduct'> {
  const { title, listPath, notFound, getProductPath, product: productPage } = CATALOGUE_PAGES[catalogue]
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
      const id = matchPath(productPage.path, useLocation().pathname)?.id ?? ''
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
          ]}
        />
      </div>
      <SimilarProducts catalogue={catalogue} id={id} />
    </article>
  )
}

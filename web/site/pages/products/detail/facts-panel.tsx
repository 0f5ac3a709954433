import { useQuery } from '@tanstack/react-query'
import type { Attribute } from '#contracts/facts/attribute.ts'
import type { Fact } from '#contracts/facts/fact.ts'
import { getProductFeedPath } from '#contracts/product-pages.ts'
import type { ProductDetail } from '#contracts/products/product.ts'
import { appliesToCategory } from '#contracts/rules/facts/applies-to-category.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import { formatDay } from '../../../../shared/formats.ts'
import { EmptyNotice } from '../../../components/page-states.tsx'
import { Link } from '../../../router.tsx'
import { useQueries } from '../../../site-context.tsx'
import { getProductUpdateUrl } from '../../product-update/update-url.ts'
import { FactValue } from '../fact-value.tsx'
import { getSourceNumber, numberSources, PrintedSources } from '../printed-sources.tsx'
import { FactChanges } from './fact-changes.tsx'

/** A product's facts by group, with their grades, dates and sources, followed by the unknown attributes. */
export function FactsPanel({ product, catalogue }: { product: ProductDetail; catalogue: Catalogue }) {
  const { data: attributes = [] } = useQuery(useQueries().attributes(catalogue))
  const { facts, factsUpdatedOn } = product
  if (facts.length === 0)
    return (
      <EmptyNotice message="还没有收录这个产品的资料">
        {catalogue === 'agent' && <VendorUpdateLink product={product} />}
      </EmptyNotice>
    )
  const groups = Map.groupBy(facts, ({ group }) => group)
  const sources = numberSources([...groups.values()].flat())
  return (
    <div className="max-w-4xl space-y-8 print:max-w-none print:space-y-4">
      <p className="text-sm text-muted">
        每条资料注明等级、读取日期与出处；没有列出的为未知，不等于“无”。
        <span>最近更新或确认于{formatDay(factsUpdatedOn)}。</span>
      </p>
      {/* Values are short: a column of them would leave half of the paper empty. */}
      <div className="space-y-8 print:columns-2 print:gap-8 print:space-y-4 print:text-xs">
        {[...groups].map(([group, groupFacts]) => (
          <FactGroup key={group} group={group} facts={groupFacts} sources={sources} />
        ))}
      </div>
      <UnknownAttributes attributes={attributes} product={product} />
      <PrintedSources sources={sources} />
      <FactChanges productId={product.id} catalogue={catalogue} />
      <p className="text-sm" data-print="none">
        <a
          href={getProductFeedPath(catalogue, product.id)}
          className="inline-flex min-h-11 items-center text-indigo hover:underline"
        >
          用阅读器订阅这个产品的变化（Atom）
        </a>
      </p>
      {catalogue === 'agent' && <VendorUpdateLink product={product} />}
    </div>
  )
}

/** Leads the product's vendor to the form of its update; vendors only update agent products. */
const VendorUpdateLink = ({ product: { id } }: { product: ProductDetail }) => (
  <p className="text-sm" data-print="none">
    <Link to={getProductUpdateUrl(id)} className="inline-flex min-h-11 items-center text-indigo hover:underline">
      我是厂商，更新资料
    </Link>
    <span className="ml-3 text-muted">
      用产品登记的联系邮箱，或其厂商组织成员的账号登录，改动有变化的内容，审核通过后更新。
    </span>
  </p>
)

type FactGroupProps = { group: string; facts: readonly Fact[]; sources: ReadonlyMap<string, number> }

function FactGroup({ group, facts, sources }: FactGroupProps) {
  const factsByAttribute = Map.groupBy(facts, ({ attribute }) => attribute)
  return (
    <section aria-label={group}>
      <h3 className="text-lg print:text-sm">{group}</h3>
      <dl className="mt-2 border-b border-line">
        {[...factsByAttribute].map(([attribute, attributeFacts]) => (
          <div
            key={attribute}
            className="grid gap-x-4 border-t border-line py-2.5 break-inside-avoid sm:grid-cols-[12rem_1fr] print:grid-cols-[6rem_1fr] print:py-1"
          >
            <dt className="font-medium text-muted">{attributeFacts[0]?.label}</dt>
            {attributeFacts.map((fact) => (
              <dd key={fact.id} className="sm:col-start-2">
                <FactValue fact={fact} sourceNumber={getSourceNumber(sources, fact)} />
              </dd>
            ))}
          </div>
        ))}
      </dl>
    </section>
  )
}

type UnknownAttributesProps = { attributes: readonly Attribute[]; product: ProductDetail }

/** The attributes of the product's category that it has no facts of. */
function UnknownAttributes({ attributes, product: { facts, category } }: UnknownAttributesProps) {
  const knownKeys = new Set(facts.map(({ attribute }) => attribute))
  const unknownAttributes = attributes.filter(
    (attribute) => appliesToCategory(attribute, category) && !knownKeys.has(attribute.key),
  )
  if (unknownAttributes.length === 0) return null
  return (
    <section>
      <h3 className="text-lg">未知</h3>
      <p className="mt-2 text-muted print:text-xs">{unknownAttributes.map(({ label }) => label).join('、')}</p>
    </section>
  )
}

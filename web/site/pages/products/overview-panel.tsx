import type { ReactNode } from 'react'
import type { PublicProduct } from '#contracts/products/product.ts'
import { EmptyNotice } from '../../parts/page-states.tsx'
import { RichText } from '../../parts/rich-text.tsx'
import { Tag } from '../../parts/tag.tsx'

/** What the product is, for whom, what it can do, and what it answers for. */
export function OverviewPanel({ product }: { product: PublicProduct }) {
  if (isEmpty(product)) return <EmptyNotice />
  const { uniqueValue, targetUsers, keyCapabilities, securityCompliance, deploymentTypes } = product
  return (
    <div className="grid gap-x-14 gap-y-10 lg:grid-cols-[2fr_1fr] print:block print:space-y-8">
      <div className="space-y-10">
        {uniqueValue && (
          <Part title="独特价值">
            <p className="max-w-prose text-lg">{uniqueValue}</p>
          </Part>
        )}
        {keyCapabilities.length + securityCompliance.length > 0 && (
          <div className="grid gap-x-10 gap-y-9 sm:grid-cols-2">
            <ListPart title="核心能力" items={keyCapabilities} />
            <ListPart title="安全合规" items={securityCompliance} />
          </div>
        )}
        <Description product={product} />
      </div>
      <div className="space-y-9 print:grid print:grid-cols-2 print:gap-x-10">
        <ListPart title="目标用户" items={targetUsers} />
        {deploymentTypes.length > 0 && (
          <Part title="部署方式">
            <ul className="flex flex-wrap gap-2">
              {deploymentTypes.map((type) => (
                <li key={type}>
                  <Tag>{type}</Tag>
                </li>
              ))}
            </ul>
          </Part>
        )}
        <ListPart title="AI能力" items={product.aiCapabilities} />
        <ListPart title="行业应用" items={product.industryApplications} />
      </div>
    </div>
  )
}

function isEmpty(product: PublicProduct): boolean {
  const { uniqueValue, description, detailedDescription, targetUsers, keyCapabilities, securityCompliance } = product
  const lists = [targetUsers, keyCapabilities, securityCompliance, product.deploymentTypes]
  const more = [product.aiCapabilities, product.industryApplications]
  return (
    [uniqueValue, description, detailedDescription].every((text) => text === '') &&
    [...lists, ...more].every((list) => list.length === 0)
  )
}

/** The rich text where there is one, else the plain description. */
function Description({ product: { description, detailedDescription } }: { product: PublicProduct }) {
  if (detailedDescription !== '')
    return (
      <Part title="产品介绍">
        <RichText html={detailedDescription} />
      </Part>
    )
  if (description === '') return null
  return (
    <Part title="产品介绍">
      <p className="max-w-prose whitespace-pre-line">{description}</p>
    </Part>
  )
}

function ListPart({ title, items }: { title: string; items: readonly string[] }) {
  if (items.length === 0) return null
  return (
    <Part title={title}>
      <ul className="border-b border-line">
        {items.map((item) => (
          <li key={item} className="break-inside-avoid border-t border-line py-2">
            {item}
          </li>
        ))}
      </ul>
    </Part>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="break-inside-avoid-page">
      <h2 className="mb-3 text-lg">{title}</h2>
      {children}
    </section>
  )
}

import type { ReactNode } from 'react'
import { PRODUCT_FIELDS, type ProductFieldLike, PUBLIC_FIELDS, type PublicField } from '#contracts/products/fields.ts'
import type { PublicProduct } from '#contracts/products/product.ts'
import { EmptyNotice } from '../../../components/page-states.tsx'
import { RichText } from '../../../components/rich-text.tsx'
import { Tag } from '../../../components/tag.tsx'
import { Screenshots } from './screenshots.tsx'

type OverviewSlot = 'lead' | 'columns' | 'prose' | 'side' | 'sideTags'

/** Returns the fields that are shown in the given slots of the page, in order. */
const listFieldsBySlot = <Slot extends OverviewSlot>(...slots: readonly Slot[]) =>
  PUBLIC_FIELDS.filter((field): field is PublicField & ProductFieldLike<{ page: Slot }> =>
    slots.some((slot) => slot === PRODUCT_FIELDS[field].page),
  )
const OVERVIEW_FIELDS = listFieldsBySlot('lead', 'columns', 'prose', 'side', 'sideTags')
const LEAD_FIELDS = listFieldsBySlot('lead')
const COLUMN_FIELDS = listFieldsBySlot('columns')
const SIDE_FIELDS = listFieldsBySlot('side', 'sideTags')

/** The product's description, audience, capabilities and compliance, with screenshots. */
export function OverviewPanel({ product }: { product: PublicProduct }) {
  const hasScreenshots = product.screenshots.length > 0
  const hasContent = OVERVIEW_FIELDS.some((field) => product[field].length > 0)
  if (!hasScreenshots && !hasContent) return <EmptyNotice />
  return (
    <>
      {hasScreenshots && <Screenshots screenshots={product.screenshots} />}
      {hasContent && <OverviewContent product={product} />}
    </>
  )
}

function OverviewContent({ product }: { product: PublicProduct }) {
  const hasValue = (field: (typeof OVERVIEW_FIELDS)[number]) => product[field].length > 0
  return (
    <div className="grid gap-x-14 gap-y-10 lg:grid-cols-[2fr_1fr] print:block print:space-y-8">
      <div className="space-y-10">
        {LEAD_FIELDS.filter(hasValue).map((field) => (
          <OverviewSection key={field} title={PRODUCT_FIELDS[field].label}>
            <p className="max-w-prose text-lg">{product[field]}</p>
          </OverviewSection>
        ))}
        {COLUMN_FIELDS.some(hasValue) && (
          <div className="grid gap-x-10 gap-y-9 sm:grid-cols-2">
            {COLUMN_FIELDS.filter(hasValue).map((field) => (
              <OverviewSection key={field} title={PRODUCT_FIELDS[field].label}>
                <Lines items={product[field]} />
              </OverviewSection>
            ))}
          </div>
        )}
        <Prose product={product} />
      </div>
      <div className="space-y-9 print:grid print:grid-cols-2 print:gap-x-10">
        {SIDE_FIELDS.filter(hasValue).map((field) => (
          <OverviewSection key={field} title={PRODUCT_FIELDS[field].label}>
            {PRODUCT_FIELDS[field].page === 'sideTags' ? (
              <Tags items={product[field]} />
            ) : (
              <Lines items={product[field]} />
            )}
          </OverviewSection>
        ))}
      </div>
    </div>
  )
}

/** The rich text, or the plain description if there is none. */
function Prose({ product: { description, detailedDescription } }: { product: PublicProduct }) {
  if (detailedDescription !== '')
    return (
      <OverviewSection title="产品介绍">
        <RichText html={detailedDescription} />
      </OverviewSection>
    )
  if (description === '') return null
  return (
    <OverviewSection title="产品介绍">
      <p className="max-w-prose whitespace-pre-line">{description}</p>
    </OverviewSection>
  )
}

const Lines = ({ items }: { items: readonly string[] }) => (
  <ul className="border-b border-line">
    {items.map((item) => (
      <li key={item} className="break-inside-avoid border-t border-line py-2">
        {item}
      </li>
    ))}
  </ul>
)

const Tags = ({ items }: { items: readonly string[] }) => (
  <ul className="flex flex-wrap gap-2">
    {items.map((item) => (
      <li key={item}>
        <Tag>{item}</Tag>
      </li>
    ))}
  </ul>
)

function OverviewSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="break-inside-avoid-page">
      <h2 className="mb-3 text-lg">{title}</h2>
      {children}
    </section>
  )
}

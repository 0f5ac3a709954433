import type { ReactNode } from 'react'
import { PRODUCT_FIELDS, type ProductFieldLike, PUBLIC_FIELDS, type PublicField } from '#contracts/products/fields.ts'
import type { PublicProduct } from '#contracts/products/product.ts'
import { EmptyNotice } from '../../../parts/page-states.tsx'
import { RichText } from '../../../parts/rich-text.tsx'
import { Tag } from '../../../parts/tag.tsx'
import { Screenshots } from './screenshots.tsx'

type OverviewPlace = 'lead' | 'columns' | 'prose' | 'side' | 'sideTags'

/** Returns the fields of these places, in order. */
const fieldsAt = <Place extends OverviewPlace>(...places: readonly Place[]) =>
  PUBLIC_FIELDS.filter((field): field is PublicField & ProductFieldLike<{ page: Place }> =>
    places.some((place) => place === PRODUCT_FIELDS[field].page),
  )
const OVERVIEW = fieldsAt('lead', 'columns', 'prose', 'side', 'sideTags')
const LEAD = fieldsAt('lead')
const COLUMNS = fieldsAt('columns')
const SIDE = fieldsAt('side', 'sideTags')

/** Describes the product: what it is, for whom, its capabilities and its compliance. */
export function OverviewPanel({ product }: { product: PublicProduct }) {
  const isGiven = (field: (typeof OVERVIEW)[number]) => product[field].length > 0
  const { screenshots } = product
  if (screenshots.length === 0 && !OVERVIEW.some(isGiven)) return <EmptyNotice />
  return (
    <>
      {screenshots.length > 0 && <Screenshots screenshots={screenshots} />}
      {OVERVIEW.some(isGiven) && <Texts product={product} />}
    </>
  )
}

function Texts({ product }: { product: PublicProduct }) {
  const isGiven = (field: (typeof OVERVIEW)[number]) => product[field].length > 0
  return (
    <div className="grid gap-x-14 gap-y-10 lg:grid-cols-[2fr_1fr] print:block print:space-y-8">
      <div className="space-y-10">
        {LEAD.filter(isGiven).map((field) => (
          <Part key={field} title={PRODUCT_FIELDS[field].label}>
            <p className="max-w-prose text-lg">{product[field]}</p>
          </Part>
        ))}
        {COLUMNS.some(isGiven) && (
          <div className="grid gap-x-10 gap-y-9 sm:grid-cols-2">
            {COLUMNS.filter(isGiven).map((field) => (
              <Part key={field} title={PRODUCT_FIELDS[field].label}>
                <Lines items={product[field]} />
              </Part>
            ))}
          </div>
        )}
        <Prose product={product} />
      </div>
      <div className="space-y-9 print:grid print:grid-cols-2 print:gap-x-10">
        {SIDE.filter(isGiven).map((field) => (
          <Part key={field} title={PRODUCT_FIELDS[field].label}>
            {PRODUCT_FIELDS[field].page === 'sideTags' ? (
              <Tags items={product[field]} />
            ) : (
              <Lines items={product[field]} />
            )}
          </Part>
        ))}
      </div>
    </div>
  )
}

/** The rich text if there is one, else the plain description. */
function Prose({ product: { description, detailedDescription } }: { product: PublicProduct }) {
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

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="break-inside-avoid-page">
      <h2 className="mb-3 text-lg">{title}</h2>
      {children}
    </section>
  )
}

import { SITE_MESSAGES } from '#contracts/messages/site.ts'
import { PRODUCT_FIELDS } from '#contracts/products/fields.ts'
import type { PublicProduct } from '#contracts/products/product.ts'
import { EmptyNotice } from '../../../components/page-states.tsx'

export function SpecsPanel({ specs }: { specs: PublicProduct['technicalSpecs'] }) {
  if (specs.length === 0) return <EmptyNotice message={SITE_MESSAGES.specsEmpty} />
  return (
    <table className="w-full max-w-4xl border-collapse text-left print:max-w-none print:text-xs">
      <caption className="sr-only">{PRODUCT_FIELDS.technicalSpecs.label}</caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">项目</th>
          <th scope="col">内容</th>
        </tr>
      </thead>
      <tbody className="border-b border-line">
        {specs.map(({ title, value }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: titles of specifications aren't unique.
          <tr key={index} className="break-inside-avoid border-t border-line align-top">
            <th scope="row" className="w-28 py-3 pr-4 font-medium text-muted md:w-56 print:w-32 print:py-1">
              {title}
            </th>
            <td className="py-3 whitespace-pre-line print:py-1">{value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

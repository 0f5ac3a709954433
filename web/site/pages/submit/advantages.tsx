import type { SubmitContent } from '#contracts/documents/submit.ts'
import { Icon } from '../../../shared/icon.tsx'
import { getToneClass } from '../../../shared/tone.ts'

/** The advantages of submitting a product. */
export function Advantages({ advantages }: { advantages: SubmitContent['submitAdvantages'] }) {
  if (advantages.length === 0) return null
  return (
    <section className="shell py-10" aria-label="提交优势">
      <ul className="grid gap-x-8 gap-y-7 sm:grid-cols-2 lg:grid-cols-4">
        {advantages.map(({ icon, title, description, color }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: items of a document's lists have no ids, and only their order identifies them.
          <li key={index} className={`border-t border-line pt-5 ${getToneClass(color)}`}>
            <span className="text-tone">
              <Icon name={icon} className="size-6" />
            </span>
            <h2 className="mt-3 text-base">{title}</h2>
            <p className="mt-1.5 text-sm text-muted">{description}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}

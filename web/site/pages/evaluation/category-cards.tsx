import type { EvaluationContent } from '#contracts/documents/evaluation.ts'
import { Icon } from '../../../shared/icon.tsx'
import { getToneClass } from '../../../shared/tone.ts'
import { withKeys } from '../../../shared/with-keys.ts'
import { Section } from '../../components/section.tsx'

/** The most important criteria by kind of product. */
export function CategoryCards({ categories }: { categories: EvaluationContent['evaluationCategories'] }) {
  if (categories.length === 0) return null
  return (
    <Section title="不同产品，重点不同" lead="准则相同，侧重随产品类别变化。先看这几点，再逐条打分。">
      <ul className="grid gap-5 md:grid-cols-2 lg:grid-cols-3">
        {withKeys(categories, ({ title }) => title).map(({ key, item: { icon, color, title, description, items } }) => (
          <li key={key} className={`card flex flex-col p-6 ${getToneClass(color)}`}>
            <div className="flex items-center gap-3">
              <span className="inline-flex size-10 shrink-0 items-center justify-center rounded-lg border border-tone bg-tone text-tone">
                <Icon name={icon} />
              </span>
              <h3 className="text-lg">{title}</h3>
            </div>
            {description && <p className="mt-3 text-sm text-muted">{description}</p>}
            <ul className="mt-4 flex flex-1 flex-col text-sm">
              {withKeys(items, String).map(({ key: itemKey, item }) => (
                <li key={itemKey} className="border-t border-line py-2.5">
                  {item}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </Section>
  )
}
